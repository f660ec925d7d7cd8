package benchmarks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// msms select the measurements: each group in each size with each distribution.
type msms struct {
	Backend       proving.Backend
	Groups        []string // such as bn254/g1
	Sizes         []int    // log₂ of the number of points
	Distributions []string
	Runs, Warmup  int
	Window        []int // bits; 0 lets the plan choose
	CPU           int   // log₂ of the largest size that gnark-crypto is measured at, or -1
	CPURuns       int
	Batch         int   // MSMs in one call
	Devices       []int // numbers of the engine's, the first ones; 0 for all
	OneShot       bool
	Checked       bool     // also with accel.WithCheckedSums
	Device        bool     // also over scalars that are on the device before
	MemoryLimit   []uint64 // bytes; 0 for all free memory
}

// Steps implements measure.Benchmark.
func (s *msms) Steps() (steps []measure.Step, err error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	for _, name := range s.Groups {
		for _, size := range s.Sizes {
			steps = append(steps, measure.Step{
				Name: fmt.Sprintf("msm %s 2^%d", name, size),
				Rows: func(r *measure.Run) error {
					group, err := implementations.New(name)
					if err != nil {
						return err
					}
					return (&points{msms: s, run: r, group: group, name: name, size: size}).rows()
				}})
		}
	}
	return steps, nil
}

func (s *msms) check() error {
	switch {
	case s.Runs < 1 || s.Warmup < 0 || s.CPURuns < 1:
		return flags.Wrong("%d runs after %d, %d of the CPU", s.Runs, s.Warmup, s.CPURuns)
	case s.Batch < 1:
		return flags.Wrong("%d MSMs a call", s.Batch)
	case s.OneShot && (s.Batch > 1 || s.Device):
		return flags.Wrong("batches, and scalars on the device, are over resident bases")
	case slices.Min(s.Devices) < 0:
		return flags.Wrong("%v devices", s.Devices)
	}
	return checkSizes(s.Sizes)
}

// points is the measurements over one vector of points.
type points struct {
	*msms
	run   *measure.Run
	group implementations.Group
	name  string // such as bn254/g1
	size  int

	// of the engine in use
	engine   *accel.Engine
	log      logbook.Book
	row      *results.Row // names it
	load     time.Duration
	possible float64 // additions a second; 0 if there is no GPU to measure them on
}

// rows makes the points, and measures on each engine that the settings ask for.
func (p *points) rows() error {
	err := measure.With(p.Backend, func(e *accel.Engine) error {
		return p.group.Prepare(1<<p.size, e)
	})
	if err != nil {
		return err
	}
	for _, devices := range p.Devices {
		for _, limit := range p.MemoryLimit {
			for _, window := range p.Window {
				for _, checked := range slices.Compact([]bool{false, p.Checked}) {
					if err := p.open(limit, devices, window, checked); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// open measures on an engine.
func (p *points) open(limit uint64, devices, window int, checked bool) error {
	options := append(proving.EngineOptions(limit, devices, 1), accel.WithWindow(window),
		accel.WithLogger(p.log.Logger()))
	if checked {
		options = append(options, accel.WithCheckedSums())
	}
	return measure.With(p.Backend, func(e *accel.Engine) error {
		curve, group, _ := strings.Cut(p.name, "/")
		p.engine, p.row = e, results.New("msm", results.Setting{"curve": curve, "group": group}).
			With("log2", p.size, "").With("devices", max(1, len(e.Devices())), 1).
			With("checked", checked, false).With("memory", limit, 0).With("window", window, 0)
		p.row.Machine = measure.Machine(e)
		return p.onEngine()
	}, options...)
}
