package points

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/usage"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/rs/zerolog"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) (err error) {
	engine, err := host.Open(s.Backend, accel.WithLogger(zerolog.Nop()), accel.WithMinSize(1),
		accel.WithMemoryLimit(s.Memory))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	for _, group := range s.Groups {
		for _, size := range s.Sizes {
			what := fmt.Sprintf("points %s 2^%d", group, size)
			rows := func(emit measure.Emit) error {
				return s.rows(recorder.Context, engine, group, size, emit)
			}
			if err := recorder.Step(s.weight(size), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows measures each operation on the same points.
func (s *Settings) rows(ctx context.Context, engine *accel.Engine, name string, size int,
	emit measure.Emit) error {
	subject, err := subjects.NewPoints(name)
	if err != nil {
		return err
	}
	if err := subject.Prepare(1<<size, engine); err != nil {
		return err
	}
	curve, group, _ := strings.Cut(name, "/")
	for _, o := range s.Operations {
		row := &results.Points{Operation: string(o), Curve: curve, Group: group, Log2: size,
			MemoryLimit: s.Memory}
		if err := s.measure(ctx, engine, subject, o, row); err != nil {
			return fmt.Errorf("%s: %w", o, err)
		}
		if err := emit(results.Row{Machine: host.Machine(engine), Points: row}); err != nil {
			return err
		}
	}
	return nil
}

// measure runs ours once, and then both in turn. Every result is checked.
func (s *Settings) measure(ctx context.Context, engine *accel.Engine, subject subjects.Points,
	o subjects.Operation, row *results.Points) (err error) {
	row.DeviceBytes, err = usage.PeakMemory(engine, func() error {
		first, err := subject.Ours(o, engine)
		row.First = results.Milliseconds(first)
		return err
	})
	if err != nil {
		return err
	}
	gnarkRuns := s.GnarkRuns
	if !subject.OnCPU(o) {
		gnarkRuns = 0
	}
	row.Time, row.GnarkCrypto, err = measure.InTurn(ctx, s.Runs, gnarkRuns,
		func() (time.Duration, error) {
			runtime.GC()
			return subject.Ours(o, engine)
		},
		func() (time.Duration, error) {
			runtime.GC()
			took, err := subject.CPU(o)
			if err != nil {
				err = fmt.Errorf("gnark-crypto: %w", err)
			}
			return took, err
		})
	return err
}
