package benchmarks

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// onEngine is the measurements on one engine.
type onEngine struct {
	*points
	engine   *accel.Engine
	log      logbook.Book
	row      *results.Row // names the engine
	load     time.Duration
	possible float64 // additions a second; 0 if there is no GPU to measure them on
}

// rows measures with the points on the device, unless they are sent along.
func (o *onEngine) rows() (err error) {
	if !o.OneShot {
		o.load, err = measure.Time(func() error { return o.group.Load(o.engine) })
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.group.Close()) }()
	}
	if o.row.Machine.Kind() == results.GPU {
		if o.possible, err = implementations.Limit(o.name, o.engine); err != nil {
			return err
		}
	}
	for _, distribution := range o.Distributions {
		err := o.group.Draw(distribution)
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
	var gnark []measure.Turn
	hasDevice := row.Machine.Kind() != results.CPU
	if hasDevice && o.size <= o.CPU {
		if _, err := o.group.CPU(); err != nil {
			return err
		}
		gnark = append(gnark, measure.Gnarks(o.CPURuns, o.group.CPU))
	}
	if err := o.run.Keep(row, gnark...); err != nil || !hasDevice || !o.Device {
		return err
	}
	free, err := o.group.LoadScalars(o.engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := o.measure(onDevice, 1, o.group.OnDevice); err != nil {
		return err
	}
	return o.run.Keep(onDevice)
}

// call is one call, and returns the time of one of its MSMs.
func (o *onEngine) call() (time.Duration, error) {
	switch {
	case o.OneShot:
		return o.group.OneShot(o.engine)
	case o.Batch > 1:
		took, err := o.group.Batch(o.Batch)
		return took / time.Duration(o.Batch), err
	default:
		return o.group.Resident()
	}
}

// measure times a run of n MSMs.
func (o *onEngine) measure(row *results.Row, n int, run measure.Timed) error {
	peak, err := measure.PeakMemory(o.engine, func() error {
		for range o.Warmup {
			if _, err := run(); err != nil {
				return err
			}
		}
		return o.run.Err()
	})
	if err != nil {
		return err
	}
	o.log.Reset()
	before := o.engine.Statistics().BytesUp
	if err := o.run.InTurn(row, measure.Ours(o.Runs, run)); err != nil {
		return err
	}
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
	windows := o.group.Bits()/int(last.Number("window")) + 1
	additions := float64(int(1)<<o.size) * float64(windows) * 1e3 / o.possible
	row.Figures["accumulate-of-limit"] = float64(n) * additions / accumulate
	row.Figures["whole-of-limit"] = additions / row.Median(results.Ours)
}
