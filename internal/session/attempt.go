package session

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// attempt has the device do a task, and counts and logs how it went. The caller uses the engine.
//
// A nil error means that the device did it, and [ErrOnCPU] that the caller has to. Other errors
// are for the user: [ErrClosed], [cuda.ErrStopped], and the failures of a strict engine.
func (e *Engine) attempt(t task, device func() (*cuda.Report, error)) error {
	if why, ok := e.usable(t.size); !ok {
		return e.leaveToCPU(t, why)
	}
	e.patrolNow()
	return e.try(t, device)
}

// try is attempt for a task that the device is known to be worth. A task without a report is
// not counted.
func (e *Engine) try(t task, device func() (*cuda.Report, error)) error {
	start := time.Now()
	report, err := device()
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
	case report != nil:
		e.done(t, report, time.Since(start))
	}
	return nil
}

// usable says whether n points or elements are worth a device that is there; if not, why not.
func (e *Engine) usable(n int) (why reason, ok bool) {
	switch {
	case e.backend == nil:
		return noDevice, false
	case e.config.small(n):
		return small, false
	case e.lost.Load() != nil:
		return failure, false
	}
	return 0, true
}

// done counts and logs a task that the device did.
func (e *Engine) done(t task, report *cuda.Report, took time.Duration) {
	e.counters.of(t).onDevice(t)
	e.counters.bytesUp.Add(report.BytesUp)
	if t.hostBases {
		e.counters.sentMSMs.Add(uint64(t.many))
	}
	if t.kind == ofElements {
		e.logComputed(t, took)
		return
	}
	e.logDone(t, report)
}

// leaveToCPU counts and logs a task that the caller computes, and returns [ErrOnCPU]. A strict
// engine returns an error instead if the reason is that the device was lost.
func (e *Engine) leaveToCPU(t task, why reason) error {
	if why == failure {
		if err := e.strictlyLost(t); err != nil {
			return err
		}
	}
	if t.countedLater {
		return ErrOnCPU
	}
	if why != noRoom {
		e.counters.of(t).onCPU(t, why)
	}
	e.logOnCPU(t, why)
	return ErrOnCPU
}

// fail counts a failure of the device. A strict engine returns it; others log it and return
// [ErrOnCPU].
func (e *Engine) fail(t task, err error) error {
	e.counters.failures.Add(1)
	if e.config.failed != nil {
		e.config.failed(t, err)
	}
	if errors.Is(err, driver.ErrDeviceLost) && e.lost.CompareAndSwap(nil, &err) {
		e.logLost(err)
	}
	if errors.Is(err, ErrInvalidResult) {
		_, _ = e.scrub() // it was logged
	}
	if e.config.Strict {
		return t.wrap(err)
	}
	e.logFailure(t, err)
	return ErrOnCPU
}

// failedToRelease is fail for memory that could not be given back. A lost device has none.
func (e *Engine) failedToRelease(t task, err error) error {
	if err == nil || e.lost.Load() != nil {
		return nil
	}
	return Optional(e.fail(t, err))
}

// strictlyLost returns the error of a task that a strict engine must not leave to the CPU,
// since its device is lost.
func (e *Engine) strictlyLost(t task) error {
	if lost := e.lost.Load(); lost != nil && e.config.Strict {
		return t.wrap(*lost)
	}
	return nil
}
