package kinds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// sums is the measurements over one vector of points.
type sums struct {
	*msm
	group   string
	size    int
	subject subjects.Group
}

// onEngine is the measurements on one engine.
type onEngine struct {
	*sums
	devices, window int // 0 for all devices, and the plan's window
	limit           uint64
	checked         bool

	engine   *accel.Engine
	log      logbook.Book
	setting  results.Setting // of the engine
	load     time.Duration
	possible float64 // additions a second; 0 if there is no GPU to measure them on
}

// rows makes the points, and measures on each engine that the settings ask for.
func (s *sums) rows(ctx context.Context, emit measure.Emit) (err error) {
	if s.subject, err = subjects.New(s.group); err != nil {
		return err
	}
	defer func() { s.subject = nil }() // gigabytes
	err = host.With(s.Backend, func(e *accel.Engine) error {
		return s.subject.Prepare(1<<s.size, e)
	}, host.Quiet())
	if err != nil {
		return err
	}
	for _, devices := range s.Devices {
		for _, limit := range s.MemoryLimits {
			for _, window := range s.Windows {
				o := &onEngine{sums: s, devices: devices, limit: limit, window: window}
				if err := o.open(ctx, emit); err != nil {
					return err
				}
				o.checked = true
				if s.Checked {
					if err := o.open(ctx, emit); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// open measures on an engine that it opens.
func (o *onEngine) open(ctx context.Context, emit measure.Emit) error {
	options := []accel.Option{accel.WithMinSize(1), accel.WithLogger(o.log.Logger()),
		accel.WithMemoryLimit(o.limit), accel.WithWindow(o.window), proving.FirstDevices(o.devices)}
	if o.checked {
		options = append(options, accel.WithCheckedSums())
	}
	return host.With(o.Backend, func(e *accel.Engine) error {
		o.engine = e
		o.setting = results.Setting{}.Add("group", o.group, "").Add("log2", o.size, "").
			Add("devices", host.Several(e), 0).Add("checked", o.checked, false).
			Add("memory", o.limit, 0).Add("window", o.window, 0)
		return o.loaded(ctx, emit)
	}, options...)
}

// loaded measures with the points on the device, unless they are sent along.
func (o *onEngine) loaded(ctx context.Context, emit measure.Emit) (err error) {
	if !o.OneShot {
		start := time.Now()
		if err := o.subject.Load(o.engine); err != nil {
			return err
		}
		o.load = time.Since(start)
		defer func() { err = errors.Join(err, o.subject.Close()) }()
	}
	if host.Machine(o.engine).Device.Kind == results.GPU {
		if o.possible, err = o.subject.Limit(o.engine); err != nil {
			return err
		}
	}
	for _, distribution := range o.Distributions {
		err := o.subject.Draw(distribution)
		if err == nil {
			err = o.distribution(ctx, distribution, emit)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", distribution, err)
		}
	}
	return nil
}

// distribution measures with the scalars that were drawn.
func (o *onEngine) distribution(ctx context.Context, name string, emit measure.Emit) (err error) {
	machine := host.Machine(o.engine)
	row := results.New("msm", o.setting).With("scalars", name, "").
		With("one-shot", o.OneShot, false)
	row.Machine = machine
	onDevice := row.With("on-device", true, false)
	row = row.With("batch", o.Batch, 1)
	if err := o.measure(ctx, row, o.Batch, o.call); err != nil {
		return err
	}
	hasDevice := machine.Device.Kind != results.CPU
	if hasDevice && o.size <= o.LargestCPU {
		gnark, err := measure.Repeat(ctx, 1, o.CPURuns, o.subject.CPU)
		if err != nil {
			return err
		}
		row.Enter(results.Gnark, gnark)
	}
	if err := emit(row); err != nil || !hasDevice || !o.OnDevice {
		return err
	}
	call, free, err := o.subject.OnDevice(o.engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := o.measure(ctx, onDevice, 1, call); err != nil {
		return err
	}
	return emit(onDevice)
}

// call is one call, and returns the time of one of its sums.
func (o *onEngine) call() (time.Duration, error) {
	switch {
	case o.OneShot:
		return o.subject.OneShot(o.engine)
	case o.Batch > 1:
		took, err := o.subject.Batch(o.Batch)
		return took / time.Duration(o.Batch), err
	default:
		return o.subject.Resident()
	}
}

// measure times a run of n sums.
func (o *onEngine) measure(
	ctx context.Context, row *results.Row, n int, run measure.Timed,
) error {
	peak, err := usage.PeakMemory(o.engine, func() error {
		_, err := measure.Repeat(ctx, 0, o.Warmup, run)
		return err
	})
	if err != nil {
		return err
	}
	o.log.Reset()
	before := o.engine.Statistics().BytesUp
	times, err := measure.Repeat(ctx, 0, o.Runs, run)
	if err != nil {
		return err
	}
	row.Enter(results.Ours, times)
	row.Figures["load ms"] = results.Milliseconds(o.load)
	row.Figures["device bytes"] = float64(peak)
	row.Figures["bytes up"] = float64((o.engine.Statistics().BytesUp - before) / uint64(o.Runs*n))
	o.describe(row, o.log.Entries("msm done"))
	return nil
}
