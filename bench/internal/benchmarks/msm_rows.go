package benchmarks

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/implementations"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// onEngine measures with the points on the device, unless they are sent along.
func (p *points) onEngine() (err error) {
	if !p.OneShot {
		p.load, err = measure.Time(func() error { return p.group.Load(p.engine) })
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, p.group.Close()) }()
	}
	if p.row.Machine.Kind() == results.GPU {
		if p.possible, err = implementations.Limit(p.name, p.engine); err != nil {
			return err
		}
	}
	for _, distribution := range p.Distributions {
		err := p.group.Draw(distribution)
		if err == nil {
			err = p.distribution(p.row.With("scalars", distribution, ""))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", distribution, err)
		}
	}
	return nil
}

// distribution measures with the scalars that were drawn.
func (p *points) distribution(row *results.Row) (err error) {
	onDevice := row.With("on-device", true, false)
	row = row.With("one-shot", p.OneShot, false).With("batch", p.Batch, 1)
	if err := p.measure(row, p.Batch, p.call); err != nil {
		return err
	}
	var gnark []measure.Turn
	hasDevice := row.Machine.Kind() != results.CPU
	if hasDevice && p.size <= p.CPU {
		if _, err := p.group.CPU(); err != nil {
			return err
		}
		gnark = append(gnark, measure.Gnarks(p.CPURuns, p.group.CPU))
	}
	if err := p.run.Keep(row, gnark...); err != nil || !hasDevice || !p.Device {
		return err
	}
	free, err := p.group.LoadScalars(p.engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, free()) }()
	if err := p.measure(onDevice, 1, p.group.OnDevice); err != nil {
		return err
	}
	return p.run.Keep(onDevice)
}

// call is one call, and returns the time of one of its MSMs.
func (p *points) call() (time.Duration, error) {
	switch {
	case p.OneShot:
		return p.group.OneShot(p.engine)
	case p.Batch > 1:
		took, err := p.group.Batch(p.Batch)
		return took / time.Duration(p.Batch), err
	default:
		return p.group.Resident()
	}
}

// measure times a run of n MSMs.
func (p *points) measure(row *results.Row, n int, run measure.Timed) error {
	peak, err := measure.PeakMemory(p.engine, func() error { return p.run.WarmUp(p.Warmup, run) })
	if err != nil {
		return err
	}
	p.log.Reset()
	before := p.engine.Statistics().BytesUp
	if err := p.run.InTurn(row, measure.Ours(p.Runs, run)); err != nil {
		return err
	}
	row.Figures["load-ms"] = results.Milliseconds(p.load)
	row.Figures["device-bytes"] = float64(peak)
	row.Figures["up-bytes"] = float64((p.engine.Statistics().BytesUp - before) / uint64(p.Runs*n))
	p.describe(row, n, p.log.Entries("msm done"))
	return nil
}

// describe enters the phases of runs of n MSMs, from the engine's log. Without entries the CPU
// computed. Times of phases are medians over the calls.
func (p *points) describe(row *results.Row, n int, calls []logbook.Entry) {
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
	if row.Setting["scalars"] != "uniform" || row.Setting["checked"] != "" || p.possible == 0 ||
		accumulate == 0 {
		return
	}
	// additions to buckets of one MSM, as a share of the possible ones in a millisecond
	windows := p.group.Bits()/int(last.Number("window")) + 1
	additions := float64(int(1)<<p.size) * float64(windows) * 1e3 / p.possible
	row.Figures["accumulate-of-limit"] = float64(n) * additions / accumulate
	row.Figures["whole-of-limit"] = additions / row.Median(results.Ours)
}
