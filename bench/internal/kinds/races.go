package kinds

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
)

// races select circuits for which ours and gnark's take turns.
type races struct {
	circuits
	measure.Turns
	command string
	rows    func(*racer) error // of one circuit
}

func newRaces(command string, rows func(*racer) error, schemes ...string) *races {
	return &races{newCircuits(schemes...), measure.Turns{Runs: 3, GnarkRuns: 1}, command, rows}
}

// Flags declares the flags.
func (r *races) Flags(f *flag.FlagSet) {
	r.circuits.Flags(f)
	r.Turns.Flags(f)
}

// racer is the measurements of one circuit, on an engine.
type racer struct {
	one
	measure.Turns
	ctx    context.Context
	engine *accel.Engine
	emit   measure.Emit
}

// Steps implements measure.Settings: each circuit on an engine of its own.
func (r *races) Steps() ([]measure.Step, error) {
	steps, err := r.steps(r.command, func(
		ctx context.Context, o *one, emit measure.Emit) error {
		return host.With(r.Backend, func(e *accel.Engine) error {
			return r.rows(&racer{*o, r.Turns, ctx, e, emit})
		}, host.Quiet(), r.minSize())
	})
	return steps, errors.Join(err, r.Turns.Check())
}

// race has both take turns, after a run of ours whose result is checked, and keeps the row. It
// enters the times, and the most memory of the device and of Go's heap, garbage included.
func (r *racer) race(row *results.Row, ours, gnarks, check func() error) error {
	row.Machine = host.Machine(r.engine)
	device, err := usage.PeakMemory(r.engine, func() error {
		took, heap, err := growing(ours)
		row.Figures["first ms"] = results.Milliseconds(took)
		row.Figures["host bytes"] = float64(heap)
		return err
	})
	if err != nil {
		return err
	}
	row.Figures["device bytes"] = float64(device)
	if err := check(); err != nil {
		return err
	}
	our, gnark, err := r.Take(r.ctx, measure.Time(ours), func() (time.Duration, error) {
		took, heap, err := growing(gnarks)
		row.Figures["gnark host bytes"] = float64(heap)
		return took, err
	})
	if err != nil {
		return err
	}
	row.Enter(results.Ours, our)
	row.Enter(results.Gnark, gnark)
	return r.emit(row)
}

// growing runs a step, and returns the most bytes by which the heap grew meanwhile.
func growing(step func() error) (took time.Duration, bytes uint64, err error) {
	runtime.GC()
	before := usage.Heap()
	start := time.Now()
	peak, err := usage.PeakHeap(step)
	return time.Since(start), peak - min(before, peak), err
}

// raceDetails are the columns of the figures that a race enters.
var raceDetails = table.Details(
	table.Figure("first", "first ms", table.Duration),
	table.Figure("device", "device bytes", table.Bytes),
	table.Figure("heap", "host bytes", table.Bytes),
	table.Figure("gnark's heap", "gnark host bytes", table.Bytes),
)
