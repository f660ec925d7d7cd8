package msm

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) (err error) {
	log := new(logbook.Book)
	engine, err := s.open(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	machine := host.Machine(engine)
	for _, group := range s.Groups {
		for _, size := range s.Sizes {
			what := fmt.Sprintf("MSM %s 2^%d", group, size)
			one := &series{Settings: s, recorder: recorder, engine: engine, log: log,
				machine: machine, group: group, size: size}
			rows := one.rows
			if s.Checked {
				rows = one.beside
			}
			if err := recorder.Step(weight(size), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// series is the measurements over one vector of points.
type series struct {
	*Settings
	recorder *measure.Recorder
	engine   *accel.Engine
	log      *logbook.Book
	machine  results.Machine
	group    string
	size     int

	subject subjects.Subject
	load    time.Duration
	limit   float64 // additions a second; 0 if there is no GPU to measure it on
	formula string  // of these additions
}

// beside measures with checked sums, after the same without, which goes to the rows as well.
func (s *series) beside(emit measure.Emit) (err error) {
	plain := *s.Settings
	plain.Checked, plain.LargestCPU = false, -1
	without := &series{Settings: &plain, recorder: s.recorder, log: new(logbook.Book),
		machine: s.machine, group: s.group, size: s.size}
	if without.engine, err = plain.open(without.log); err != nil {
		return err
	}
	type kind struct {
		distribution string
		mode         results.Mode
	}
	unchecked := map[kind]*results.Sample{}
	err = without.rows(func(row results.Row) error {
		unchecked[kind{row.MSM.Distribution, row.MSM.Mode}] = &row.MSM.Time
		return nil
	})
	if err := errors.Join(err, without.engine.Close()); err != nil {
		return err
	}
	return s.rows(func(row results.Row) error {
		row.MSM.Unchecked = unchecked[kind{row.MSM.Distribution, row.MSM.Mode}]
		return emit(row)
	})
}

// rows measures with each distribution.
func (s *series) rows(emit measure.Emit) (err error) {
	if s.subject, err = subjects.New(s.group); err != nil {
		return err
	}
	if err := s.subject.Prepare(1 << s.size); err != nil {
		return err
	}
	if !s.OneShot {
		start := time.Now()
		if err := s.subject.Load(s.engine); err != nil {
			return err
		}
		s.load = time.Since(start)
		defer func() { err = errors.Join(err, s.subject.Close()) }()
	}
	if s.machine.Device.Kind == results.GPU {
		if s.limit, s.formula, err = s.subject.Limit(s.engine); err != nil {
			return err
		}
	}
	for _, distribution := range s.Distributions {
		if err := s.distribution(distribution, emit); err != nil {
			return fmt.Errorf("%s: %w", distribution, err)
		}
	}
	return nil
}

// distribution draws scalars and measures with them.
func (s *series) distribution(name string, emit measure.Emit) (err error) {
	if err := s.subject.Draw(name); err != nil {
		return err
	}
	row := s.asked(name, results.Resident)
	if s.OneShot {
		row.Mode = results.OneShot
	}
	if err := s.measure(row); err != nil {
		return err
	}
	hasDevice := s.machine.Device.Kind != results.CPU
	if hasDevice && s.size <= s.LargestCPU {
		if row.GnarkCrypto, err = s.gnarkCrypto(); err != nil {
			return err
		}
	}
	if err := emit(results.Row{Machine: s.machine, MSM: row}); err != nil {
		return err
	}
	if !hasDevice || !s.OnDevice {
		return nil
	}
	row = s.asked(name, results.OnDevice)
	if err := s.measureOnDevice(row); err != nil {
		return err
	}
	return emit(results.Row{Machine: s.machine, MSM: row})
}

// asked returns a row with the settings.
func (s *series) asked(distribution string, mode results.Mode) *results.MSM {
	curve, group, _ := strings.Cut(s.group, "/")
	row := &results.MSM{
		Curve: curve, Group: group, Log2: s.size, Distribution: distribution, Mode: mode, Batch: 1,
		Callers:     1,
		Devices:     host.Several(s.engine),
		Checked:     s.Checked,
		MemoryLimit: s.MemoryLimit, Warmup: s.Warmup,
		WindowAsked: s.Window, FactorAsked: s.Factor,
		Load: results.Milliseconds(s.load),
	}
	if mode != results.OnDevice { // one sum at a time
		row.Batch = s.Batch
		row.Callers = s.Callers
	}
	return row
}
