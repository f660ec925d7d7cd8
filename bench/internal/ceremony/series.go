package ceremony

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/rs/zerolog"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) (err error) {
	logger.Set(zerolog.Nop())
	options := []accel.Option{accel.WithLogger(zerolog.Nop())}
	if s.MinSize > 0 {
		options = append(options, accel.WithMinSize(s.MinSize))
	}
	engine, err := host.Open(s.Backend, options...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	for _, curve := range s.Curves {
		for _, constraints := range s.Constraints {
			what := fmt.Sprintf("ceremony %s %d", curve, constraints)
			rows := func(emit measure.Emit) error {
				one := &series{s, recorder.Context, engine, emit}
				return one.rows(curve, constraints)
			}
			if err := recorder.Step(s.weight(constraints), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// series is the measurements of one ceremony.
type series struct {
	*Settings
	ctx    context.Context
	engine *accel.Engine
	emit   measure.Emit
}

// rows measures both phases. The second begins with what the first one leaves.
func (s *series) rows(curve string, constraints int) error {
	id, err := catalog.LookupCurve(curve)
	if err != nil {
		return err
	}
	ccs, err := s.compile(id, constraints)
	if err != nil {
		return err
	}
	row := results.Ceremony{
		Curve: curve, Circuit: s.Circuit, Wanted: constraints, Constraints: ccs.GetNbConstraints(),
	}
	gnark, our := gnarks[id], ours(id, s.engine)
	from, err := gnark.begin(ecc.NextPowerOfTwo(uint64(row.Constraints)))
	if err != nil {
		return err
	}
	for i := range our {
		row.Phase = i + 1
		if i == 1 {
			if from, err = gnark.circuit(from, ccs); err != nil {
				return err
			}
		}
		if from, err = s.phase(row, from, our[i], gnark.phases[i]); err != nil {
			return fmt.Errorf("phase %d: %w", row.Phase, err)
		}
	}
	return nil
}

func (s *Settings) compile(id ecc.ID, constraints int) (constraint.ConstraintSystem, error) {
	circuit, err := catalog.Lookup(s.Circuit)
	if err != nil {
		return nil, err
	}
	made, err := circuit.New(id, constraints, catalog.WithBuilder(r1cs.NewBuilder[constraint.U64]))
	if err != nil {
		return nil, err
	}
	return frontend.Compile(id.ScalarField(), r1cs.NewBuilder[constraint.U64], made.Circuit)
}

// phase measures the steps from a file on. It returns the first of our contributions, which gnark
// has verified.
func (s *series) phase(row results.Ceremony, from []byte, our, gnark phase) ([]byte, error) {
	row.Bytes = uint64(len(from))
	var next []byte
	contributed := row
	contributed.Step = results.Contribute
	err := s.measure(&contributed, func() error {
		made, err := our.contribute(from)
		if next == nil {
			next = made
		}
		return err
	}, func() error {
		_, err := gnark.contribute(from)
		return err
	}, func() error { return gnark.verify(from, next) })
	if err != nil {
		return nil, err
	}
	verified := row
	verified.Step = results.Verify
	return next, s.measure(&verified,
		func() error { return our.verify(from, next) },
		func() error { return gnark.verify(from, next) }, func() error { return nil })
}

// measure runs ours once, which is checked then, and both in turn.
func (s *series) measure(row *results.Ceremony, ours, gnarks, check func() error) (err error) {
	row.DeviceBytes, err = usage.PeakMemory(s.engine, func() error {
		took, err := measure.Timed(ours)
		row.First = results.Milliseconds(took)
		return err
	})
	if err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	row.Time, row.Gnark, err = measure.InTurn(s.ctx, s.Runs, s.GnarkRuns,
		func() (time.Duration, error) { return measure.Timed(ours) },
		func() (time.Duration, error) {
			took, err := measure.Timed(gnarks)
			if err != nil {
				err = fmt.Errorf("gnark: %w", err)
			}
			return took, err
		})
	if err != nil {
		return err
	}
	return s.emit(results.Row{Machine: host.Machine(s.engine), Ceremony: row})
}
