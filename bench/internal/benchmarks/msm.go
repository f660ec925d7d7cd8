package benchmarks

import (
	"flag"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// msm select the measurements: each group in each size with each distribution.
type msm struct {
	Backend       proving.Backend
	Groups        []string // such as bn254/g1
	Sizes         []int    // log₂ of the number of points
	Distributions []string
	Runs, Warmup  int
	Windows       []int // bits; 0 lets the plan choose
	MaxCPU        int   // log₂ of the largest size that gnark-crypto is measured at, or -1
	CPURuns       int
	Batch         int   // MSMs in one call
	Devices       []int // numbers of the engine's, the first ones; 0 for all
	OneShot       bool
	Checked       bool     // also with accel.WithCheckedSums
	OnDevice      bool     // also over scalars that are on the device before
	MemoryLimits  []uint64 // bytes; 0 for all free memory
}

// Flags implements measure.Settings.
func (s *msm) Flags(f *flag.FlagSet) {
	s.Backend = proving.Auto
	s.Backend.Flags(f)
	measure.Words(f, &s.Groups, "groups", "bn254/g1", "curves and groups, such as bls12-381/g2")
	measure.Numbers(f, &s.Sizes, "sizes", "12,14,16", "logarithms of the numbers of points")
	measure.Words(f, &s.Distributions, "distributions", "uniform,witness",
		"of scalars: uniform, witness, ones, small, equal, half")
	f.IntVar(&s.Runs, "runs", 7, "measured runs a row")
	f.IntVar(&s.Warmup, "warmup", 2, "runs before that are not measured")
	measure.Numbers(f, &s.Windows, "window", "0", "window widths in bits; 0 lets the plan choose")
	f.IntVar(&s.MaxCPU, "cpu", 20,
		"measure gnark-crypto on the CPU too, up to this power of two; -1 for never")
	f.IntVar(&s.CPURuns, "cpu-runs", 7, "measured runs of gnark-crypto, after one that is not")
	f.IntVar(&s.Batch, "batch", 1, "MSMs in one call; times are of one MSM")
	measure.Devices(f, &s.Devices)
	f.BoolVar(&s.OneShot, "one-shot", false,
		"send the bases with each MSM instead of keeping them on the device")
	f.BoolVar(&s.Checked, "checked", false,
		"measure with accel.WithCheckedSums too, which checks each MSM by a second one")
	f.BoolVar(&s.OnDevice, "device", false,
		"measure the MSM over scalars that are on the device before, too")
	measure.Limits(f, &s.MemoryLimits)
}

// Steps implements measure.Settings.
func (s *msm) Steps() (steps []measure.Step, err error) {
	switch {
	case s.Runs < 1 || s.Warmup < 0 || s.CPURuns < 1:
		return nil, measure.Wrong("%d runs after %d, %d of the CPU", s.Runs, s.Warmup, s.CPURuns)
	case s.Batch < 1:
		return nil, measure.Wrong("%d MSMs a call", s.Batch)
	case s.OneShot && (s.Batch > 1 || s.OnDevice):
		return nil, measure.Wrong("batches, and scalars on the device, are over resident bases")
	case slices.Min(s.Devices) < 0:
		return nil, measure.Wrong("%v devices", s.Devices)
	}
	for _, group := range s.Groups {
		for _, size := range s.Sizes {
			one := &points{msm: s, group: group, size: size}
			what := fmt.Sprintf("msm %s 2^%d", group, size)
			steps = append(steps, measure.Step{What: what, Rows: one.rows})
		}
	}
	return steps, checkSizes(s.Sizes)
}
