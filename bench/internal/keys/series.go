package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/rs/zerolog"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) (err error) {
	logger.Set(zerolog.Nop())
	options := []accel.Option{accel.WithLogger(zerolog.Nop())}
	if s.MinSize > 0 {
		options = append(options, accel.WithMinSize(s.MinSize))
	}
	engine, err := host.Open(s.Backend, options...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	for _, name := range s.Schemes {
		for _, constraints := range s.Constraints {
			what := fmt.Sprintf("%s %s %d", s.Step, name, constraints)
			rows := func(emit measure.Emit) error {
				one := &series{s, recorder.Context, engine, emit}
				return one.rows(name, constraints)
			}
			if err := recorder.Step(s.weight(constraints), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// series is the measurements of one circuit in one size.
type series struct {
	*Settings
	ctx    context.Context
	engine *accel.Engine
	emit   measure.Emit
}

func (s *series) rows(name string, constraints int) error {
	scheme := schemes[name]
	i, err := s.newInstance(scheme, constraints)
	if err != nil {
		return err
	}
	setups, err := scheme.prepare(i.ccs, s.engine)
	if err != nil {
		return err
	}
	row := results.Key{
		Step: s.Step, Scheme: name, Curve: s.Curve, Circuit: s.Circuit, Wanted: constraints,
		Size: i.size, Constraints: i.ccs.GetNbConstraints(),
	}
	if s.Step == results.Setup {
		return s.setup(&row, i, setups)
	}
	made, err := setups.ours()
	if err != nil {
		return err
	}
	for _, form := range s.Forms {
		own := row
		own.Form = form
		if err := s.load(&own, i, scheme, made.proving); err != nil {
			return err
		}
	}
	return nil
}

// setup measures setups. The keys of the first one are checked.
func (s *series) setup(row *results.Key, i *instance, setups subject) error {
	var first *pair
	ours := func() error {
		made, err := setups.ours()
		if first == nil {
			first = &made
		}
		return err
	}
	gnarks := func() error { _, err := setups.gnarks(); return err }
	check := func() error {
		written, err := file(first.proving, raw)
		row.Bytes = uint64(len(written))
		return errors.Join(err, setups.check(*first, i))
	}
	return s.measure(row, ours, gnarks, check)
}

// load measures the reading of a file. What was read first is checked.
func (s *series) load(row *results.Key, i *instance, scheme scheme, made key) error {
	written, err := file(made, row.Form)
	if err != nil {
		return err
	}
	row.Bytes = uint64(len(written))
	var first key
	ours := func() error {
		read := scheme.blank(i.curve)
		_, err := scheme.read(bytes.NewReader(written), read, s.engine)
		if first == nil {
			first = read
		}
		return err
	}
	gnarks := func() error {
		_, err := scheme.blank(i.curve).ReadFrom(bytes.NewReader(written))
		return err
	}
	return s.measure(row, ours, gnarks, func() error { return same(first, made) })
}

// measure runs ours once, which is checked then, and both in turn.
func (s *series) measure(row *results.Key, ours, gnarks, check func() error) (err error) {
	row.DeviceBytes, err = usage.PeakMemory(s.engine, func() error {
		took, grown, err := grows(ours)
		row.First, row.HostBytes = results.Milliseconds(took), grown
		return err
	})
	if err != nil {
		return err
	}
	if err := check(); err != nil {
		return err
	}
	row.Time, row.Gnark, err = measure.InTurn(s.ctx, s.Runs, s.GnarkRuns,
		func() (time.Duration, error) { return measure.Timed(ours) },
		func() (took time.Duration, err error) {
			took, row.GnarkHostBytes, err = grows(gnarks)
			return took, err
		})
	if err != nil {
		return err
	}
	return s.emit(results.Row{Machine: host.Machine(s.engine), Key: row})
}

// grows is [measure.Timed] with the most bytes by which the heap grows meanwhile, with its garbage.
func grows(step func() error) (took time.Duration, bytes uint64, err error) {
	runtime.GC()
	before := usage.Heap()
	start := time.Now()
	peak, err := usage.PeakHeap(step)
	took = time.Since(start)
	return took, peak - min(before, peak), err
}
