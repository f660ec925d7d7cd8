package benchmarks

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// transforms select the measurements: each curve's transforms, of every kind, in each size.
type transforms struct {
	Backend      proving.Backend
	Curves       []string // such as bls12-377
	Sizes        []int    // log₂ of the number of elements
	Runs, Warmup int
	Queued       int // transforms a run, queued at once
	CPURuns      int // of gnark-crypto; 0 for none
}

// Flags implements measure.Settings.
func (s *transforms) Flags(f *flag.FlagSet) {
	s.Backend = proving.Auto
	s.Backend.Flags(f)
	measure.Words(f, &s.Curves, "curve", "bn254", strings.Join(curve.Folders(), ", "))
	measure.Numbers(f, &s.Sizes, "sizes", "12,16", "logarithms of the numbers of elements")
	f.IntVar(&s.Runs, "runs", 7, "measured runs")
	f.IntVar(&s.Warmup, "warmup", 2, "runs before, which are not measured")
	f.IntVar(&s.Queued, "queued", 16, "transforms a run, queued at once: the time is that of one")
	f.IntVar(&s.CPURuns, "cpu-runs", 3, "runs of gnark-crypto's; 0 for none")
}

// Steps implements measure.Settings.
func (s *transforms) Steps() (steps []measure.Step, err error) {
	if s.Runs < 1 || s.Warmup < 0 || s.Queued < 1 || s.CPURuns < 0 || slices.Min(s.Sizes) < 1 {
		return nil, measure.Wrong("%d runs of %d transforms after %d, %d of the CPU, sizes %v",
			s.Runs, s.Queued, s.Warmup, s.CPURuns, s.Sizes)
	}
	for _, curve := range s.Curves {
		implementation, err := implementations.NewTransforms(curve)
		if err != nil {
			return nil, measure.Wrong("%w", err)
		}
		for _, size := range s.Sizes {
			v := &vector{s, implementation, curve, size}
			what := fmt.Sprintf("ntt %s 2^%d", curve, size)
			steps = append(steps, measure.Step{What: what, Rows: v.rows})
		}
	}
	return steps, checkSizes(s.Sizes)
}

// vector is the measurements of one vector.
type vector struct {
	*transforms
	implementation *implementations.Transforms
	curve          string
	size           int
}

// rows measures each kind of transform.
func (v *vector) rows(ctx context.Context, emit measure.Emit) (err error) {
	row := results.New("ntt", results.Setting{}.Add("curve", v.curve, "").Add("log2", v.size, ""))
	// transforms have a backend of their own
	if row.Machine, err = measure.MachineOf(v.Backend); err != nil {
		return err
	}
	if err := v.implementation.Prepare(v.size); err != nil {
		return err
	}
	if row.Machine.Device.Kind != results.CPU {
		if err := v.implementation.Load(v.size); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, v.implementation.Close()) }()
	}
	for _, kind := range implementations.Kinds {
		one := row.With("transform", kind, "")
		if err := v.measure(ctx, kind, one); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		if err := emit(one); err != nil {
			return err
		}
	}
	return nil
}

// measure checks a transform on the device, and measures it there and with gnark-crypto. Without a
// device gnark-crypto's is ours.
func (v *vector) measure(
	ctx context.Context, kind implementations.Transform, row *results.Row,
) error {
	gnarks := func() (time.Duration, error) { return v.implementation.CPU(kind), nil }
	ours, gnarkRuns := gnarks, 0
	if row.Machine.Device.Kind != results.CPU {
		if err := v.implementation.Check(kind); err != nil {
			return err
		}
		ours, gnarkRuns = func() (time.Duration, error) {
			took, err := v.implementation.Device(kind, v.Queued)
			return took / time.Duration(v.Queued), err
		}, v.CPURuns
		row.Figures["queued"] = float64(v.Queued)
	}
	our, err := measure.Repeat(ctx, v.Warmup, v.Runs, ours)
	if err != nil {
		return err
	}
	gnark, err := measure.Repeat(ctx, 0, gnarkRuns, gnarks)
	row.Enter(results.Ours, our)
	row.Enter(results.Gnark, gnark)
	return err
}
