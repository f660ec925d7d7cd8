package engine

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// attempt has the device do a task, and counts and logs how it went. The engine is not closed
// meanwhile.
//
// A nil error means that the device did it, and [ErrOnCPU] that the caller has to. [ErrElsewhere]
// leaves it to another device. Other errors are for the user: [ErrClosed], [cuda.ErrStopped], and
// the failures of a strict engine.
func (e *Engine) attempt(t *task, device func() error) error {
	if err := e.life.begin(); err != nil {
		return err
	}
	defer e.life.end()
	if why, ok := e.usable(t); !ok {
		return e.leaveToCPU(t, why)
	}
	return e.outcome(t, time.Now(), device())
}

// attempt is [Engine.attempt] for a task over the points, which the device must have. They are not
// closed meanwhile.
func (l *Loaded) attempt(t *task, device func() error) error {
	if err := l.begin(); err != nil {
		return err
	}
	defer l.end()
	why, ok := l.absent, false
	if l.bases != nil {
		why, ok = l.engine.usable(t)
	}
	if !ok {
		return l.engine.leaveToCPU(t, why)
	}
	return l.engine.outcome(t, time.Now(), device())
}

// begin begins a use of the points and of their engine, which end ends.
func (l *Loaded) begin() error {
	if err := l.life.begin(); err != nil {
		return err
	}
	if err := l.engine.life.begin(); err != nil {
		l.life.end()
		return err
	}
	return nil
}

func (l *Loaded) end() {
	l.engine.life.end()
	l.life.end()
}

// outcome counts and logs how a task went that began at start. It returns the error of
// [Engine.attempt]. A task without a report is not counted.
func (e *Engine) outcome(t *task, start time.Time, err error) error {
	switch {
	case errors.Is(err, ErrClosed), errors.Is(err, cuda.ErrStopped):
		return err
	case errors.Is(err, ErrNoRoom):
		return e.leaveToCPU(t, noRoom)
	case err != nil:
		if err := e.fail(t, err); !onCPU(err) {
			return err
		}
		return e.leaveToCPU(t, failure)
	case t.report != nil:
		e.done(t, time.Since(start))
	}
	return nil
}

// usable says whether a task is worth a device that is there; if not, why not. A usable one that
// does not do a task has failed.
func (e *Engine) usable(t *task) (why reason, ok bool) {
	switch {
	case e.backend == nil:
		return e.absent, false
	case e.config.small(t):
		return small, false
	case e.lost.Load() != nil:
		return failure, false
	}
	return failure, true
}

// done counts and logs a task that the device did.
func (e *Engine) done(t *task, took time.Duration) {
	e.count(func(s *Statistics) { s.onDevice(t) })
	if t.kind == ofPoints {
		e.logDone(t)
		return
	}
	t.fields(e.logger().Debug()).Str("acceleration", "cuda").Dur("took", took).Msg("vectors done")
}

// leaveToCPU counts and logs a task that the caller computes, and returns [ErrOnCPU]. If the reason
// is that the device was lost, another device has to compute it, if there is one, and a strict
// engine returns an error.
func (e *Engine) leaveToCPU(t *task, why reason) error {
	if lost := e.lost.Load(); why == failure && lost != nil {
		switch {
		case e.config.Device != nil:
			return t.elsewhere(*lost)
		case e.config.Strict:
			return t.wrap(*lost)
		}
	}
	if t.notCounted {
		return ErrOnCPU
	}
	if why != noRoom {
		e.count(func(s *Statistics) { s.onCPU(t, why) })
	}
	e.logOnCPU(t, why)
	return ErrOnCPU
}

// fail counts and logs a failure of the device. A strict engine returns it; others return
// [ErrOnCPU], or [ErrElsewhere] where another device may do better. A lack of memory is the same
// on all devices.
func (e *Engine) fail(t *task, err error) error {
	err = e.named(err)
	elsewhere := e.config.Device != nil && !cuda.OutOfMemory(err)
	if elsewhere {
		t.onFailure = begunElsewhere
	}
	e.note(t, err)
	switch {
	case elsewhere:
		return t.elsewhere(err)
	case e.config.Strict:
		return t.wrap(err)
	}
	return ErrOnCPU
}

// named adds the device's index and name to its error, where there are others.
func (e *Engine) named(err error) error {
	if d := e.config.Device; d != nil {
		return fmt.Errorf("device %d (%s): %w", d.Index, d.Name, err)
	}
	return err
}

// note counts a failure of the device, and logs it unless the engine is strict: then the caller has
// it.
func (e *Engine) note(t *task, err error) {
	e.count(func(s *Statistics) { s.Failures++ })
	if e.config.failed != nil {
		e.config.failed(t, err)
	}
	if errors.Is(err, cuda.ErrDeviceLost) && e.lost.CompareAndSwap(nil, &err) {
		e.logLost(err)
	}
	if !e.config.Strict || t.onFailure == begunElsewhere {
		e.logFailure(t, err)
	}
}

// failedToRelease is fail for memory that could not be given back. A lost device has none.
func (e *Engine) failedToRelease(t *task, err error) error {
	if err == nil || e.lost.Load() != nil {
		return nil
	}
	err = e.named(err)
	e.note(t, err)
	if e.config.Strict {
		return t.wrap(err)
	}
	return nil
}

// released is failedToRelease for n elements of a field.
func (e *Engine) released(field *cuda.Field, n int, err error) error {
	t := newComputation("release", field, n)
	t.onFailure = vectorsNotReleased
	return e.failedToRelease(t, err)
}
