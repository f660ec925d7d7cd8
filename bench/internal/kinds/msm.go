package kinds

import (
	"flag"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// MSM measures multi-scalar multiplications, over points with known logarithms.
var MSM = measure.Kind{
	Name: "msm", About: "multi-scalar multiplications, each result checked",
	Help: `bench msm measures multi-scalar multiplications and checks each result.

    bench msm -groups bn254/g1,bn254/g2 -sizes 16,18,20 -json msm.json
    bench msm -backend cpu -distributions uniform,witness
`,
	New:   func() measure.Settings { return newMSM() },
	Title: "Multi-scalar multiplications",
	Text: `
Over points on the device. Scalars come from a Go slice and the result returns to the host, unless
a line says otherwise. Scalars are uniform and, in brackets, shaped like a witness: 45 % zeros, 35
% ones, 10 % below 2^32, 10 % of full size.`,
	Minor: func(r *results.Row) bool { return r.Setting["batch"] != "" },
	Columns: append([]table.Column{
		{Heading: "sum", Cell: sumName},
		table.Min("min", results.Ours), table.Spread(results.Ours),
		table.Figure("upload", "upload ms", table.Duration),
		table.Figure("partition", "partition ms", table.Duration),
		table.Figure("accumulate", "accumulate ms", table.Duration),
		table.Figure("reduce", "reduce ms", table.Duration),
		table.Figure("window", "window", table.Count),
		table.Figure("multiples", "factor", table.Count),
		table.Figure("chunks", "chunks", table.Count),
		table.Figure("of limit", "accumulate of limit", table.Percent),
		table.Figure("whole sum", "whole of limit", table.Percent),
		table.Figure("load", "load ms", table.Duration),
		table.Figure("bytes up", "bytes up", table.Bytes),
		table.Figure("device", "device bytes", table.Bytes),
	}, table.BesideGnark()...),
	Sizes: func(rows []*results.Row) table.Table {
		return table.Sizes("group, milliseconds", rows, sumCells)
	},
}

// msm select the measurements: each group in each size with each distribution, on each
// number of devices.
type msm struct {
	Backend       proving.Backend
	Groups        []string // such as bn254/g1
	Sizes         []int    // log₂ of the number of points
	Distributions []string
	Runs, Warmup  int
	Windows       []int // bits; 0 lets the plan choose
	LargestCPU    int   // log₂ of the largest size that gnark-crypto is measured at, or -1
	CPURuns       int
	Batch         int   // sums in one call
	Devices       []int // numbers of the engine's, the first ones; 0 for all
	OneShot       bool
	Checked       bool     // also with accel.WithCheckedSums
	OnDevice      bool     // also over scalars that are on the device before
	MemoryLimits  []uint64 // bytes; 0 for all free memory
}

// newMSM are the settings of a command line without flags.
func newMSM() *msm {
	return &msm{
		Backend: proving.Auto, Groups: []string{"bn254/g1"}, Sizes: []int{12, 14, 16},
		Distributions: []string{"uniform", "witness"}, Runs: 7, Warmup: 2, LargestCPU: 20,
		CPURuns: 7, Batch: 1, Devices: []int{0}, Windows: []int{0}, MemoryLimits: []uint64{0},
	}
}

// Flags implements measure.Settings.
func (s *msm) Flags(f *flag.FlagSet) {
	s.Backend.Flags(f)
	measure.Words(f, &s.Groups, "groups", "curves and groups, such as bls12-381/g2")
	measure.Numbers(f, &s.Sizes, "sizes", "logarithms of the numbers of points")
	measure.Words(f, &s.Distributions, "distributions",
		"of scalars: uniform, witness, ones, small, equal, half")
	f.IntVar(&s.Runs, "runs", s.Runs, "measured runs a row")
	f.IntVar(&s.Warmup, "warmup", s.Warmup, "runs before that are not measured")
	measure.Numbers(f, &s.Windows, "window", "window widths in bits; 0 lets the plan choose")
	f.IntVar(&s.LargestCPU, "cpu", s.LargestCPU,
		"measure gnark-crypto on the CPU too, up to this power of two; -1 for never")
	f.IntVar(&s.CPURuns, "cpu-runs", s.CPURuns,
		"measured runs of gnark-crypto, after one that is not")
	f.IntVar(&s.Batch, "batch", s.Batch, "sums in one call; times are of one sum")
	measure.Numbers(f, &s.Devices, "devices", "numbers of devices, the first ones; 0 for all")
	f.BoolVar(&s.OneShot, "one-shot", s.OneShot,
		"send the bases with each MSM instead of keeping them on the device")
	f.BoolVar(&s.Checked, "checked", s.Checked,
		"measure with accel.WithCheckedSums too, which checks each sum by a second one")
	f.BoolVar(&s.OnDevice, "device", s.OnDevice,
		"measure the MSM over scalars that are on the device before, too")
	measure.Limits(f, &s.MemoryLimits, "memory-limit",
		"device memory in bytes, or as 500M or 2G; 0 for what is free")
}

// Steps implements measure.Settings.
func (s *msm) Steps() (steps []measure.Step, err error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	for _, group := range s.Groups {
		for _, size := range s.Sizes {
			one := &sums{msm: s, group: group, size: size}
			what := fmt.Sprintf("msm %s 2^%d", group, size)
			steps = append(steps, measure.Step{What: what, Rows: one.rows})
		}
	}
	return steps, nil
}

func (s *msm) check() error {
	switch {
	case s.Runs < 1 || s.Warmup < 0 || s.CPURuns < 1:
		return measure.Wrong("%d runs after %d, %d of the CPU", s.Runs, s.Warmup, s.CPURuns)
	case s.Batch < 1:
		return measure.Wrong("%d sums a call", s.Batch)
	case s.OneShot && (s.Batch > 1 || s.OnDevice):
		return measure.Wrong("batches, and scalars on the device, are over resident bases")
	case slices.Min(s.Devices) < 0:
		return measure.Wrong("%v devices", s.Devices)
	}
	return checkSizes(s.Sizes, 28)
}
