package kinds

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16/bn254/mpcsetup"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/proving"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/rs/zerolog"
)

// Ceremony measures contributions to ceremonies for Groth16 keys, and their verification.
var Ceremony = measure.Kind{
	Name: "ceremony", About: "contributions to ceremonies and their verification, gnark's in turn",
	Help: `bench ceremony times contributions to ceremonies and their verification.

    bench ceremony -constraints 65300 -json ceremony.json
    bench ceremony -circuit sha256 -gnark-runs 0
`,
	New: func() measure.Settings {
		return &ceremonies{newCircuits(proving.Groth16), measure.Turns{Runs: 3, GnarkRuns: 1}}
	},
	Title: "Ceremonies",
	Text: `Contributions to gnark's ceremonies for Groth16 keys, and their verification, from file to file.
gnark's runs were in turn with ours, and gnark verified the first of our contributions.`,
	Columns: slices.Concat([]table.Column{
		{Heading: "ceremonies", Cell: func(r *results.Row) string {
			return table.Join(table.Curve(r.Setting["curve"]), r.Setting["circuit"],
				"phase "+r.Setting["phase"]+": "+r.Setting["step"])
		}},
		constraints, table.Figure("file", "bytes", table.Bytes),
	}, raceDetails, table.BesideGnark()),
}

// ceremonies select the measurements: both phases in every size.
type ceremonies struct {
	circuits
	measure.Turns
}

// Flags implements measure.Settings.
func (s *ceremonies) Flags(f *flag.FlagSet) {
	s.circuits.Flags(f)
	s.Turns.Flags(f)
}

// Steps implements measure.Settings.
func (s *ceremonies) Steps() (steps []measure.Step, err error) {
	all, err := s.each()
	for _, one := range all {
		if one.schemeName != proving.Groth16 || one.curve != "bn254" {
			return nil, measure.Wrong("ceremonies are measured for groth16 over bn254")
		}
		rows := func(ctx context.Context, emit measure.Emit) error {
			logger.Set(zerolog.Nop())
			return host.With(s.Backend, func(e *accel.Engine) error {
				c := &contributor{Turns: s.Turns, Context: ctx, engine: e, emit: emit}
				return c.rows(one)
			}, host.Quiet(), accel.WithMinSize(s.MinSize))
		}
		what := fmt.Sprintf("ceremony %s %d", one.curve, one.wanted)
		steps = append(steps, measure.Step{What: what, Rows: rows})
	}
	return steps, errors.Join(err, s.Turns.Check())
}

// contributor is the measurements of one ceremony.
type contributor struct {
	measure.Turns
	context.Context
	engine *accel.Engine
	emit   measure.Emit
}

// rows measures both phases. The second begins with what the first one leaves.
func (c *contributor) rows(one one) error {
	i, row, err := one.compile("ceremony")
	if err != nil {
		return err
	}
	row.Machine = host.Machine(c.engine)
	domain := ecc.NextPowerOfTwo(uint64(i.System.GetNbConstraints()))
	from, err := phaseFile(mpcsetup.NewPhase1(domain))
	if err != nil {
		return err
	}
	for k, our := range ourPhases(c.engine) {
		if k == 1 {
			if from, err = beginCircuit(from, i.System); err != nil {
				return err
			}
		}
		from, err = c.phase(row.With("phase", k+1, ""), from, our, gnarkPhases[k])
		if err != nil {
			return fmt.Errorf("phase %d: %w", k+1, err)
		}
	}
	return nil
}

// phase measures the steps from a file on. It returns the first of our contributions, which gnark
// has verified.
func (c *contributor) phase(row *results.Row, from []byte, our, gnark phase) ([]byte, error) {
	row.Figures["bytes"] = float64(len(from))
	var next []byte
	contributed := func() error {
		made, err := our.contribute(from)
		if next == nil {
			next = made
		}
		return err
	}
	gnarks := func() error { _, err := gnark.contribute(from); return err }
	verified := func() error { return gnark.verify(from, next) }
	err := c.race(row.With("step", "contribution", ""), contributed, gnarks, verified)
	if err != nil {
		return nil, err
	}
	return next, c.race(row.With("step", "verification", ""),
		func() error { return our.verify(from, next) }, verified, func() error { return nil })
}

func (c *contributor) race(row *results.Row, ours, gnarks, check func() error) error {
	race := measure.Race{Ours: measure.Time(ours), Gnarks: measure.Time(gnarks), Check: check}
	if err := race.Run(c, c.Turns, c.engine, row); err != nil {
		return err
	}
	return c.emit(row)
}
