package kinds

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/proving"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/rs/zerolog"
)

// Setup measures setups.
var Setup = measure.Kind{
	Name: "setup", About: "keys by our setups and by gnark's in turn, checked",
	Help: `bench setup times our setups and gnark's in turn, and checks the keys.

    bench setup -scheme groth16,plonk -constraints 65300,1048200 -json setup.json
    bench setup -curve bls12-381 -gnark-runs 0
`,
	New:     func() measure.Settings { return newKeys() },
	Title:   "Setups",
	Text:    `gnark's runs were in turn with ours. Keys were compared with gnark's, or gnark proved with them.`,
	Columns: keyColumns,
}

// Load measures the reading of proving keys with all checks.
var Load = measure.Kind{
	Name: "load", About: "proving keys read with all checks, by ours and by gnark in turn",
	Help: `bench load times the checked reading of proving keys, ours and gnark's in turn.

    bench load -scheme groth16,plonk -form compressed,raw -constraints 1048200 -json load.json
    bench load -backend cpu -runs 1
`,
	New: func() measure.Settings {
		return &files{keys: *newKeys(), Forms: []string{compressed, raw}}
	},
	Title: "Reading keys",
	Text: `Proving keys read from memory with all of gnark's checks, gnark's runs in turn with ours. What was
read was written again and compared.`,
	Columns: keyColumns,
}

var keyColumns = slices.Concat([]table.Column{
	{Heading: "keys", Cell: func(r *results.Row) string {
		return table.Join(circuitName(r), r.Setting["form"])
	}},
	constraints, table.Figure("proving key", "bytes", table.Bytes),
}, raceDetails, table.BesideGnark())

// Forms of files.
const (
	compressed = "compressed"
	raw        = "raw"
)

// keys select setups.
type keys struct {
	circuits
	measure.Turns
}

func newKeys() *keys {
	return &keys{newCircuits(proving.Groth16, proving.PLONK),
		measure.Turns{Runs: 3, GnarkRuns: 1}}
}

// Flags implements measure.Settings.
func (s *keys) Flags(f *flag.FlagSet) {
	s.circuits.Flags(f)
	s.Turns.Flags(f)
}

// files select keys to be read.
type files struct {
	keys
	Forms []string // compressed or raw
}

// Flags implements measure.Settings.
func (s *files) Flags(f *flag.FlagSet) {
	s.keys.Flags(f)
	measure.Words(f, &s.Forms, "form", "of files: compressed, raw")
}

// Steps implements measure.Settings.
func (s *keys) Steps() ([]measure.Step, error) { return s.steps("setup", s.setup) }

// Steps implements measure.Settings.
func (s *files) Steps() ([]measure.Step, error) {
	for _, form := range s.Forms {
		if !slices.Contains([]string{compressed, raw}, form) {
			return nil, measure.Wrong("form %q; there are compressed and raw", form)
		}
	}
	return s.steps("load", s.load)
}

// keyRun is the measurements of one circuit's keys.
type keyRun struct {
	one
	context.Context
	engine       *accel.Engine
	instance     *proving.Instance
	row          *results.Row
	ours, gnarks proving.Setup
	emit         measure.Emit
}

// steps measures each circuit on an engine of its own.
func (s *keys) steps(command string, measured func(*keyRun) error) (
	steps []measure.Step, err error) {
	all, err := s.each()
	for _, one := range all {
		rows := func(ctx context.Context, emit measure.Emit) error {
			logger.Set(zerolog.Nop())
			return host.With(s.Backend, func(e *accel.Engine) (err error) {
				r := &keyRun{one: one, Context: ctx, engine: e, emit: emit}
				if r.instance, r.row, err = one.compile(command); err != nil {
					return err
				}
				r.ours, r.gnarks, err = one.scheme.Setups(r.instance.System, e)
				if err != nil {
					return err
				}
				return measured(r)
			}, host.Quiet(), accel.WithMinSize(s.MinSize))
		}
		what := fmt.Sprintf("%s %s %s %d", command, one.schemeName, one.curve, one.wanted)
		steps = append(steps, measure.Step{What: what, Rows: rows})
	}
	return steps, errors.Join(err, s.Turns.Check())
}

// setup measures setups. The keys of the first one are checked.
func (s *keys) setup(r *keyRun) error {
	var first *proving.Keys
	ours := func() error {
		made, err := r.ours()
		if first == nil {
			first = &made
		}
		return err
	}
	return s.race(r, r.row, ours, func() error { _, err := r.gnarks(); return err }, func() error {
		written, err := fileOf(first.Proving, raw)
		r.row.Figures["bytes"] = float64(len(written))
		return errors.Join(err, r.check(*first))
	})
}

// load measures the reading of a file in each form. What was read first is checked.
func (s *files) load(r *keyRun) error {
	made, err := r.ours()
	if err != nil {
		return err
	}
	for _, form := range s.Forms {
		written, err := fileOf(made.Proving, form)
		if err != nil {
			return err
		}
		var first proving.Key
		ours := func() error {
			read := r.scheme.NewKeys(r.instance.Curve).Proving
			err := r.scheme.Read(bytes.NewReader(written), read, r.engine, false)
			if first == nil {
				first = read
			}
			return err
		}
		gnarks := func() error {
			read := r.scheme.NewKeys(r.instance.Curve).Proving
			_, err := read.ReadFrom(bytes.NewReader(written))
			return err
		}
		row := r.row.With("form", form, "")
		row.Figures["bytes"] = float64(len(written))
		check := func() error { return same(first, made.Proving) }
		if err := s.race(r, row, ours, gnarks, check); err != nil {
			return err
		}
	}
	return nil
}

func (s *keys) race(r *keyRun, row *results.Row, ours, gnarks, check func() error) error {
	row.Machine = host.Machine(r.engine)
	race := measure.Race{Ours: measure.Time(ours), Gnarks: measure.Time(gnarks), Check: check}
	if err := race.Run(r, s.Turns, r.engine, row); err != nil {
		return err
	}
	return r.emit(row)
}

// check compares keys with gnark's, or has gnark prove with them where their randomness is their
// own.
func (r *keyRun) check(ours proving.Keys) error {
	if r.scheme.SameKeys {
		want, err := r.gnarks()
		if err != nil {
			return err
		}
		return errors.Join(same(ours.Proving, want.Proving), same(ours.Verifying, want.Verifying))
	}
	proof, err := r.scheme.Gnarks(r.instance.System, ours, r.instance.Full)
	if err != nil {
		return err
	}
	return r.scheme.Verify(proof, ours, r.instance.Public)
}

// errOther: a key is not the one that it should be.
var errOther = errors.New("another key than gnark's")

// same compares keys by their files.
func same(a, b proving.Key) error {
	one, other := sha256.New(), sha256.New()
	_, errA := a.WriteRawTo(one)
	_, errB := b.WriteRawTo(other)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(one.Sum(nil), other.Sum(nil)) {
		return fmt.Errorf("%w: %T", errOther, a)
	}
	return nil
}

// fileOf returns a key's file in a form.
func fileOf(k proving.Key, form string) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if form == compressed {
		_, err = k.WriteTo(&b)
	} else {
		_, err = k.WriteRawTo(&b)
	}
	return b.Bytes(), err
}
