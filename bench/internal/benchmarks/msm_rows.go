package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// points is the measurements over one vector of points.
type points struct {
	*msm
	group          string
	size           int
	implementation *implementations.Group
}

// onEngine is the measurements on one engine.
type onEngine struct {
	*points
	ctx      context.Context
	emit     measure.Emit
	engine   *accel.Engine
	log      logbook.Book
	row      *results.Row // names the engine
	load     time.Duration
	possible float64 // additions a second; 0 if there is no GPU to measure them on
}

// rows makes the points, and measures on each engine that the settings ask for.
func (p *points) rows(ctx context.Context, emit measure.Emit) (err error) {
	if p.implementation, err = implementations.New(p.group); err != nil {
		return err
	}
	defer func() { p.implementation = nil }() // gigabytes
	err = measure.With(p.Backend, func(e *accel.Engine) error {
		return p.implementation.Prepare(1<<p.size, e)
	}, measure.Quiet())
	if err != nil {
		return err
	}
	for _, devices := range p.Devices {
		for _, limit := range p.MemoryLimits {
			for _, window := range p.Windows {
				o := &onEngine{points: p, ctx: ctx, emit: emit}
				options := []accel.Option{accel.WithMemoryLimit(limit), accel.WithWindow(window),
					proving.FirstDevices(devices)}
				if err := o.open(limit, window, options); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// open measures on an engine with options. If asked, it also does so with checked MSMs.
func (o *onEngine) open(limit uint64, window int, options []accel.Option) error {
	options = append(options, accel.WithMinSize(1), accel.WithLogger(o.log.Logger()))
	curve, group, _ := strings.Cut(o.group, "/")
	measureOn := func(checked bool) error {
		return measure.With(o.Backend, func(e *accel.Engine) error {
			o.engine = e
			o.row = results.New("msm", results.Setting{}.Add("curve", curve, "").
				Add("group", group, "").Add("log2", o.size, "").
				Add("devices", measure.Several(e), 0).Add("checked", checked, false).
				Add("memory", limit, 0).Add("window", window, 0))
			o.row.Machine = measure.Machine(e)
			return o.loaded()
		}, options...)
	}
	err := measureOn(false)
	if err == nil && o.Checked {
		options = append(options, accel.WithCheckedSums())
		err = measureOn(true)
	}
	return err
}

// loaded measures with the points on the device, unless they are sent along.
func (o *onEngine) loaded() (err error) {
	if !o.OneShot {
		start := time.Now()
		if err := o.implementation.Load(o.engine); err != nil {
			return err
		}
		o.load = time.Since(start)
		defer func() { err = errors.Join(err, o.implementation.Close()) }()
	}
	if o.row.Machine.Device.Kind == results.GPU {
		if o.possible, err = o.implementation.Limit(o.engine); err != nil {
			return err
		}
	}
	for _, distribution := range o.Distributions {
		err := o.implementation.Draw(distribution)
		if err == nil {
			err = o.distribution(o.row.With("scalars", distribution, ""))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", distribution, err)
		}
	}
	return nil
}

// distribution measures with the scalars that were drawn.
func (o *onEngine) distribution(row *results.Row) (err error) {
	onDevice := row.With("on-device", true, false)
	row = row.With("one-shot", o.OneShot, false).With("batch", o.Batch, 1)
	if err := o.measure(row, o.Batch, o.call); err != nil {
		return err
	}
	hasDevice := row.Machine.Device.Kind != results.CPU
	if hasDevice && o.size <= o.MaxCPU {
		gnark, err := measure.Repeat(o.ctx, 1, o.CPURuns, o.implementation.CPU)
		if err != nil {
			return err
		}
		row.Enter(results.Gnark, gnark)
	}
	if err := o.emit(row); err != nil || !hasDevice || !o.OnDevice {
		return err
	}
	call, free, err := o.implementation.OnDevice(o.engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := o.measure(onDevice, 1, call); err != nil {
		return err
	}
	return o.emit(onDevice)
}

// call is one call, and returns the time of one of its MSMs.
func (o *onEngine) call() (time.Duration, error) {
	switch {
	case o.OneShot:
		return o.implementation.OneShot(o.engine)
	case o.Batch > 1:
		took, err := o.implementation.Batch(o.Batch)
		return took / time.Duration(o.Batch), err
	default:
		return o.implementation.Resident()
	}
}

// measure times a run of n MSMs.
func (o *onEngine) measure(row *results.Row, n int, run measure.Timed) error {
	peak, err := measure.PeakMemory(o.engine, func() error {
		_, err := measure.Repeat(o.ctx, 0, o.Warmup, run)
		return err
	})
	if err != nil {
		return err
	}
	o.log.Reset()
	before := o.engine.Statistics().BytesUp
	times, err := measure.Repeat(o.ctx, 0, o.Runs, run)
	if err != nil {
		return err
	}
	row.Enter(results.Ours, times)
	row.Figures["load-ms"] = results.Milliseconds(o.load)
	row.Figures["device-bytes"] = float64(peak)
	row.Figures["up-bytes"] = float64((o.engine.Statistics().BytesUp - before) / uint64(o.Runs*n))
	o.describe(row, n, o.log.Entries("msm done"))
	return nil
}

// describe enters the phases of runs of n MSMs, from the engine's log. Without entries the CPU
// computed. Times of phases are medians over the calls.
func (o *onEngine) describe(row *results.Row, n int, calls []logbook.Entry) {
	if len(calls) == 0 {
		return
	}
	last := calls[len(calls)-1]
	for _, name := range []string{"window", "factor", "chunks"} {
		row.Figures[name] = last.Number(name)
	}
	for _, phase := range []string{"upload", "partition", "accumulate", "reduce"} {
		var times results.Sample
		for _, call := range calls {
			times = append(times, call.Number(phase))
		}
		row.Figures[phase+"-ms"] = times.Median()
	}
	accumulate := row.Figures["accumulate-ms"]
	if row.Setting["scalars"] != "uniform" || row.Setting["checked"] != "" || o.possible == 0 ||
		accumulate == 0 {
		return
	}
	// additions to buckets of one MSM, as a share of the possible ones in a millisecond
	windows := o.implementation.Windows(int(last.Number("window")))
	additions := float64(int(1)<<o.size) * float64(windows) * 1e3 / o.possible
	row.Figures["accumulate-of-limit"] = float64(n) * additions / accumulate
	row.Figures["whole-of-limit"] = additions / row.Median(results.Ours)
}
