package benchmarks

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// comparisons select circuits for which runs of ours and of gnark's are interleaved.
type comparisons struct {
	circuits
	measure.Interleaved
	command, schemes string
	rows             func(*comparison) error // of one circuit
}

// Flags implements measure.Settings.
func (c *comparisons) Flags(f *flag.FlagSet) {
	c.declare(f, c.schemes, "4096")
	c.Interleaved.Flags(f)
}

// comparison is the measurements of one circuit, on an engine.
type comparison struct {
	one
	measure.Interleaved
	ctx    context.Context
	engine *accel.Engine
	emit   measure.Emit
}

// Steps implements measure.Settings: each circuit on an engine of its own.
func (c *comparisons) Steps() ([]measure.Step, error) {
	rows := func(ctx context.Context, o *one, emit measure.Emit) error {
		return measure.With(c.Backend, func(e *accel.Engine) error {
			return c.rows(&comparison{*o, c.Interleaved, ctx, e, emit})
		}, measure.Quiet(), c.minSize())
	}
	steps, err := c.steps(c.command, rows)
	return steps, errors.Join(err, c.Check())
}

// steps are a step of ours, the same of gnark's, and a check of ours.
type steps struct{ ours, gnarks, check func() error }

// compare interleaves both, and keeps the row. The result of a first run of ours is checked.
// Figures are the maximum memory of the device and of Go's heap, garbage included.
func (c *comparison) compare(row *results.Row, of steps) error {
	row.Machine = measure.Machine(c.engine)
	device, err := measure.PeakMemory(c.engine, func() error {
		took, heap, err := growing(of.ours)
		row.Figures["first-ms"] = results.Milliseconds(took)
		row.Figures["host-bytes"] = float64(heap)
		return err
	})
	if err != nil {
		return err
	}
	row.Figures["device-bytes"] = float64(device)
	if err := of.check(); err != nil {
		return err
	}
	err = c.Run(c.ctx, row, measure.Time(of.ours), func() (time.Duration, error) {
		took, heap, err := growing(of.gnarks)
		row.Figures["gnark-host-bytes"] = float64(heap)
		return took, err
	})
	if err != nil {
		return err
	}
	return c.emit(row)
}

// growing runs a step, and returns the bytes by which the heap grew meanwhile.
func growing(step func() error) (took time.Duration, bytes uint64, err error) {
	runtime.GC()
	before := measure.Heap()
	start := time.Now()
	peak, err := measure.PeakHeap(step)
	return time.Since(start), peak - min(before, peak), err
}
