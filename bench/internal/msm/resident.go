package msm

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/bench/internal/logbook"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// Resident measures the MSM over a prepared and drawn subject of 2^size points. It does so on an
// engine of its own.
func (s *Settings) Resident(ctx context.Context, subject subjects.Subject, group string,
	size int) (row *results.MSM, err error) {
	log := new(logbook.Book)
	engine, err := s.open(log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	if err := subject.Load(engine); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, subject.Close()) }()
	one := &series{Settings: s, recorder: &measure.Recorder{Context: ctx}, engine: engine, log: log,
		group: group, size: size, subject: subject}
	row = one.asked("uniform", results.Resident)
	return row, one.measure(row)
}
