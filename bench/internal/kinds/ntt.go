package kinds

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// NTT measures transforms over scalar fields.
var NTT = measure.Kind{
	Name: "ntt", About: "transforms on the device, each compared with gnark-crypto's",
	Help: `bench ntt measures transforms over scalar fields, compared with gnark-crypto's.

    bench ntt -curve bn254,bls12-377 -sizes 18,20,22 -json ntt.json
    bench ntt -queued 1 -cpu-runs 0
`,
	New:   func() measure.Settings { return newNTT() },
	Title: "Transforms",
	Text: `
Over the scalar fields, in place, of vectors on the device.`,
	Minor: func(r *results.Row) bool { return r.Setting["transform"] != string(subjects.Forward) },
	Columns: append([]table.Column{{Heading: "transform", Cell: func(r *results.Row) string {
		return table.Join(transformName(r), "2^"+r.Setting["log2"])
	}}, table.Min("min", results.Ours), table.Spread(results.Ours)}, table.BesideGnark()...),
	Sizes: func(rows []*results.Row) table.Table {
		return table.Sizes("transform, milliseconds", rows, transformCells)
	},
}

// transforms select the measurements: each curve's transforms, of every kind, in each size.
type transforms struct {
	Backend      proving.Backend
	Curves       []string // such as bls12-377
	Sizes        []int    // log₂ of the number of elements
	Runs, Warmup int
	Queued       int // transforms a run, queued at once
	CPURuns      int // of gnark-crypto; 0 for none
}

// newNTT are the settings of a command line without flags.
func newNTT() *transforms {
	return &transforms{Backend: proving.Auto, Curves: []string{"bn254"}, Sizes: []int{12, 16},
		Runs: 7, Warmup: 2, Queued: 16, CPURuns: 3}
}

// Flags implements measure.Settings.
func (s *transforms) Flags(f *flag.FlagSet) {
	s.Backend.Flags(f)
	measure.Words(f, &s.Curves, "curve", strings.Join(subjects.Curves(), ", "))
	measure.Numbers(f, &s.Sizes, "sizes", "logarithms of the numbers of elements")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "runs before, which are not measured")
	f.IntVar(&s.Queued, "queued", s.Queued,
		"transforms a run, queued at once: the time is that of one")
	f.IntVar(&s.CPURuns, "cpu-runs", s.CPURuns, "runs of gnark-crypto's; 0 for none")
}

// Steps implements measure.Settings.
func (s *transforms) Steps() (steps []measure.Step, err error) {
	if s.Runs < 1 || s.Warmup < 0 || s.Queued < 1 || s.CPURuns < 0 || slices.Min(s.Sizes) < 1 {
		return nil, measure.Wrong("%d runs of %d transforms after %d, %d of the CPU, sizes %v",
			s.Runs, s.Queued, s.Warmup, s.CPURuns, s.Sizes)
	}
	for _, curve := range s.Curves {
		subject, err := subjects.NewTransforms(curve)
		if err != nil {
			return nil, measure.Wrong("%w", err)
		}
		for _, size := range s.Sizes {
			rows := func(ctx context.Context, emit measure.Emit) error {
				return s.rows(ctx, subject, curve, size, emit)
			}
			what := fmt.Sprintf("ntt %s 2^%d", curve, size)
			steps = append(steps, measure.Step{What: what, Rows: rows})
		}
	}
	return steps, checkSizes(s.Sizes, 28)
}

// rows measures each kind of transform of one vector.
func (s *transforms) rows(ctx context.Context, subject subjects.Transforms, curve string,
	size int, emit measure.Emit) (err error) {
	// transforms have a backend of their own
	machine, err := machineOf(s.Backend)
	if err != nil {
		return err
	}
	if err := subject.Prepare(size); err != nil {
		return err
	}
	onDevice := machine.Device.Kind != results.CPU
	if onDevice {
		if err := subject.Load(size); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, subject.Close()) }()
	}
	setting := results.Setting{}.Add("curve", curve, "").Add("log2", size, "")
	for _, kind := range subjects.Kinds {
		row := results.New("ntt", setting).With("transform", kind, "")
		row.Machine = machine
		if err := s.measure(ctx, subject, kind, onDevice, row); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		if err := emit(row); err != nil {
			return err
		}
	}
	return nil
}

// measure checks a transform on the device, and measures it there and with gnark-crypto. Without a
// device gnark-crypto's is ours.
func (s *transforms) measure(ctx context.Context, subject subjects.Transforms,
	kind subjects.Transform, onDevice bool, row *results.Row) error {
	gnarks := func() (time.Duration, error) { return subject.CPU(kind), nil }
	ours, gnarkRuns := gnarks, 0
	if onDevice {
		if err := subject.Check(kind); err != nil {
			return err
		}
		ours, gnarkRuns = func() (time.Duration, error) {
			took, err := subject.Device(kind, s.Queued)
			return took / time.Duration(s.Queued), err
		}, s.CPURuns
		row.Figures["queued"] = float64(s.Queued)
	}
	our, err := measure.Repeat(ctx, s.Warmup, s.Runs, ours)
	if err != nil {
		return err
	}
	gnark, err := measure.Repeat(ctx, 0, gnarkRuns, gnarks)
	row.Enter(results.Ours, our)
	row.Enter(results.Gnark, gnark)
	return err
}

func transformName(r *results.Row) string {
	return table.Join(table.Curve(r.Setting["curve"]), r.Setting["transform"])
}

func transformCells(r *results.Row) []table.Cell {
	size := r.Setting["log2"]
	return []table.Cell{
		{Line: transformName(r), Log2: size, MS: r.Median(results.Ours)},
		{Line: transformName(r) + ", gnark-crypto", Log2: size,
			MS: r.Median(results.Gnark)},
	}
}
