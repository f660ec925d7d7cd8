package benchmarks

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// transforms select the measurements: each curve's transforms, of every kind, in each size.
type transforms struct {
	Backend      proving.Backend
	Curve        []string // such as bls12-377
	Sizes        []int    // log₂ of the number of elements
	Runs, Warmup int
	Queued       int // transforms a run, queued at once
	CPURuns      int // of gnark-crypto; 0 for none
}

// Steps implements measure.Benchmark.
func (s *transforms) Steps() (steps []measure.Step, err error) {
	if s.Runs < 1 || s.Warmup < 0 || s.Queued < 1 || s.CPURuns < 0 || slices.Min(s.Sizes) < 1 {
		return nil, flags.Wrong("%d runs of %d transforms after %d, %d of the CPU, sizes %v",
			s.Runs, s.Queued, s.Warmup, s.CPURuns, s.Sizes)
	}
	for _, curve := range s.Curve {
		implementation, err := implementations.NewTransforms(curve)
		if err != nil {
			return nil, flags.Wrong("%w", err)
		}
		for _, size := range s.Sizes {
			steps = append(steps, measure.Step{
				Name: fmt.Sprintf("ntt %s 2^%d", curve, size),
				Rows: func(r *measure.Run) error {
					return (&vector{s, implementation, r}).rows(curve, size)
				}})
		}
	}
	return steps, checkSizes(s.Sizes)
}

// vector is the measurements of one vector.
type vector struct {
	*transforms
	implementations.Transforms
	run *measure.Run
}

// rows measures each kind of transform.
func (v *vector) rows(curve string, size int) (err error) {
	row := results.New("ntt", results.Setting{"curve": curve}).With("log2", size, "")
	// transforms have a backend of their own
	if row.Machine, err = measure.MachineOf(v.Backend); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if err := v.Prepare(size, row.Machine.Kind() != results.CPU); err != nil {
		return err
	}
	for _, kind := range implementations.Kinds {
		if err := v.measure(kind, row.With("transform", kind.Name, "")); err != nil {
			return fmt.Errorf("%s: %w", kind.Name, err)
		}
	}
	return nil
}

// measure checks a transform on the device, and measures it there and with gnark-crypto. Without a
// device gnark-crypto's is ours.
func (v *vector) measure(kind implementations.Transform, row *results.Row) error {
	onCPU := func() (time.Duration, error) { return v.CPU(kind), nil }
	if row.Machine.Kind() == results.CPU {
		return v.run.Keep(row, measure.Ours(v.Runs, onCPU))
	}
	if err := v.Check(kind); err != nil {
		return err
	}
	row.Figures["queued"] = float64(v.Queued)
	once := func() (time.Duration, error) {
		took, err := measure.Time(func() error { return v.Device(kind, v.Queued) })
		return took / time.Duration(v.Queued), err
	}
	err := v.run.WarmUp(v.Warmup, once)
	if err == nil {
		err = v.run.InTurn(row, measure.Ours(v.Runs, once))
	}
	if err != nil {
		return err
	}
	return v.run.Keep(row, measure.Gnarks(v.CPURuns, onCPU))
}
