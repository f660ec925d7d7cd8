package benchmarks

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// comparisons select circuits for which runs of ours and of gnark's are interleaved.
type comparisons struct {
	circuits
	Runs, GnarkRuns int
}

// check refuses numbers of runs that make no sense.
func (c *comparisons) check() error {
	if c.Runs < 1 || c.GnarkRuns < 0 || c.GnarkRuns > c.Runs {
		return flags.Wrong("%d runs, %d of gnark's", c.Runs, c.GnarkRuns)
	}
	return nil
}

// comparison is the measurements of one compiled circuit, on an engine.
type comparison struct {
	*one
	*comparisons
	engine *accel.Engine
}

// compared has a step for each circuit, on an engine of its own.
func (c *comparisons) compared(
	command string, rows func(*comparison) error,
) ([]measure.Step, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.each(command, func(o *one) error {
		return measure.With(c.Backend, func(e *accel.Engine) error {
			if err := o.compile(command); err != nil {
				return err
			}
			o.row.Machine = measure.Machine(e)
			return rows(&comparison{o, c, e})
		})
	})
}

// steps are a step of ours, the same of gnark's, and a check of ours.
type steps struct{ ours, gnarks, check func() error }

// compare interleaves both, and keeps the row. The result of a first run of ours is checked.
// Figures are the maximum memory of the device and of Go's heap, garbage included.
func (c *comparison) compare(row *results.Row, of steps) error {
	device, err := measure.PeakMemory(c.engine, func() error {
		took, err := growing(row, "host-bytes", of.ours)()
		row.Figures["first-ms"] = results.Milliseconds(took)
		return err
	})
	if err != nil {
		return err
	}
	row.Figures["device-bytes"] = float64(device)
	if err := of.check(); err != nil {
		return err
	}
	return c.run.Keep(row, measure.Ours(c.Runs, measure.Clean(of.ours)),
		measure.Gnarks(c.GnarkRuns, growing(row, "gnark-host-bytes", of.gnarks)))
}

// growing times a step, and enters by how many bytes the heap grew at most.
func growing(row *results.Row, unit string, step func() error) measure.Timed {
	return measure.Clean(func() error {
		before := measure.Heap()
		peak, err := measure.PeakHeap(step)
		row.Figures[unit] = max(row.Figures[unit], float64(peak-min(before, peak)))
		return err
	})
}
