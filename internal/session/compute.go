package session

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Compute has the device do something about vectors of n elements, which errors and the log name in one word: f does it,
// with a workspace that serves until f returns. If done is false and err is nil, the CPU has to compute it; f must have
// left alone what the CPU starts from, and may be called twice, if the memory did not suffice the first time. bytesUp is what f sends to the device.
func (d *Engine) Compute(what string, field *cuda.Field, n int, bytesUp uint64, f func(*cuda.Workspace) error) (done bool, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	return d.compute(newComputation(what, field, n), bytesUp, f)
}

// compute is Compute for a caller that has locked running.
func (d *Engine) compute(t task, bytesUp uint64, f func(*cuda.Workspace) error) (done bool, err error) {
	if d.closed.Load() {
		return false, ErrClosed
	}
	if why, ok := d.usable(t.size); !ok {
		return false, d.leaveToCPU(t, why)
	}
	start := time.Now()
	if err := d.beside(f); err != nil {
		if errors.Is(err, ErrClosed) {
			return false, ErrClosed
		}
		if err := d.fail(t, deviceFailed, err); err != nil {
			return false, err
		}
		return false, d.leaveToCPU(t, failure)
	}
	d.counters.of(t).onDevice(t)
	d.counters.bytesUp.Add(bytesUp)
	d.logComputed(t, time.Since(start))
	return true, nil
}

// beside has the device do f beside other computations or, if there is too little memory for that, alone: those that are
// under way end first, and others wait.
func (d *Engine) beside(f func(*cuda.Workspace) error) error {
	leave, err := d.turns.share()
	if err != nil {
		return err
	}
	err = d.withWorkspace(f)
	leave()
	if !tooLarge(err) {
		return err
	}
	if leave, err = d.turns.takeAlone(); err != nil {
		return err
	}
	defer leave()
	return d.withWorkspace(f)
}

// Reserve keeps device memory, in bytes, for something about vectors of n elements that is computed later: bases loaded
// from now on leave it. In the default mode it fails for a closed engine only: where there is too little memory, kept is
// false, and the computation may be one for the CPU.
func (d *Engine) Reserve(what string, field *cuda.Field, n int, bytes uint64) (kept bool, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	t := newComputation(what, field, n)
	if ok, err := d.ready(t); !ok {
		return false, err
	}
	if err := d.backend.Reserve(bytes); err != nil {
		return false, d.fail(t, notReserved, err)
	}
	return true, nil
}

// Prepare has the device do ahead of time what a first computation about vectors of n elements would do for all that follow: f does
// it, as for [Engine.Compute]. It is counted nowhere, and a failure does no harm but to a strict caller. done is false where
// the device is not used for so many elements, or failed.
func (d *Engine) Prepare(what string, field *cuda.Field, n int, f func(*cuda.Workspace) error) (done bool, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	t := newComputation(what, field, n)
	if ok, err := d.ready(t); !ok {
		return false, err
	}
	if err := d.beside(f); err != nil {
		if errors.Is(err, ErrClosed) {
			return false, ErrClosed
		}
		return false, d.fail(t, notPrepared, err)
	}
	return true, nil
}

// ready says whether the device can do something ahead of a computation. Where it cannot, that is an error of a closed engine,
// and of a strict one that lost its device.
func (d *Engine) ready(t task) (ok bool, err error) {
	if d.closed.Load() {
		return false, ErrClosed
	}
	why, ok := d.usable(t.size)
	if !ok && why == failure {
		return false, d.strictlyLost(t)
	}
	return ok, nil
}

// Spare is the device memory, in bytes, that bases and vectors that stay may still take.
func (d *Engine) Spare() uint64 {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.Unavailable() != nil {
		return 0
	}
	return d.backend.Spare()
}

// withWorkspace has f use a workspace, and ends the use.
func (d *Engine) withWorkspace(f func(*cuda.Workspace) error) error {
	w, end, err := d.backend.Begin()
	if err != nil {
		return err
	}
	return errors.Join(f(w), end())
}

// Free has f free what computations left on the device, vectors of n elements. If the device is closed there is nothing
// left to free.
func (d *Engine) Free(field *cuda.Field, n int, f func() error) error {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return nil
	}
	err := f()
	if lost := d.lost.Load() != nil; err != nil && !lost {
		return d.fail(newComputation("release", field, n), "vectors not released", err)
	}
	return nil
}
