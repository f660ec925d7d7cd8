package ntt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
	"github.com/rs/zerolog"
)

// Run implements measure.Series.
func (s *Settings) Run(recorder *measure.Recorder) error {
	// for its description: transforms have a backend of their own
	engine, err := host.Open(s.Backend, accel.WithLogger(zerolog.Nop()))
	if err != nil {
		return err
	}
	machine := host.Machine(engine)
	if err := engine.Close(); err != nil {
		return err
	}
	for _, curve := range s.Curves {
		for _, size := range s.Sizes {
			what := fmt.Sprintf("NTT %s 2^%d", curve, size)
			rows := func(emit measure.Emit) error {
				return s.rows(recorder.Context, machine, curve,
					size, emit)
			}
			if err := recorder.Step(weight(size), what, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows measures each kind of transform of one vector.
func (s *Settings) rows(ctx context.Context, machine results.Machine, curve string, size int,
	emit measure.Emit) (err error) {
	subject, err := subjects.NewTransforms(curve)
	if err != nil {
		return err
	}
	if err := subject.Prepare(size); err != nil {
		return err
	}
	onDevice := machine.Device.Kind != results.CPU
	if onDevice {
		if err := subject.Load(size); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, subject.Close()) }()
	}
	for _, kind := range kinds {
		row := &results.NTT{Curve: curve, Log2: size, Transform: string(kind), Queued: 1,
			Warmup: s.Warmup}
		if onDevice {
			row.Queued = s.Queued
			err = s.device(ctx, subject, kind, row)
		} else {
			row.Time, err = cpu(ctx, subject, kind, s.Warmup, s.Runs)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		if err := emit(results.Row{Machine: machine, NTT: row}); err != nil {
			return err
		}
	}
	return nil
}

// device checks a transform, and measures it there and with gnark-crypto.
func (s *Settings) device(ctx context.Context, subject subjects.Transforms, kind subjects.Transform,
	row *results.NTT) error {
	if err := subject.Check(kind); err != nil {
		return err
	}
	times, err := measure.Repeat(ctx, s.Warmup, s.Runs, func(bool) (time.Duration, error) {
		took, err := subject.Device(kind, s.Queued)
		return took / time.Duration(s.Queued), err
	})
	if err != nil {
		return err
	}
	row.Time = results.NewSample(times)
	if s.CPURuns > 0 {
		sample, err := cpu(ctx, subject, kind, 0, s.CPURuns)
		if err != nil {
			return err
		}
		row.GnarkCrypto = &sample
	}
	return nil
}

// cpu measures gnark-crypto's transform.
func cpu(ctx context.Context, subject subjects.Transforms, kind subjects.Transform, warmup,
	runs int) (results.Sample, error) {
	times, err := measure.Repeat(ctx, warmup, runs,
		func(bool) (time.Duration, error) { return subject.CPU(kind), nil })
	if err != nil {
		return results.Sample{}, err
	}
	return results.NewSample(times), nil
}
