package session

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// reason says why something is computed on the CPU.
type reason int

const (
	small reason = iota
	noDevice
	failure
	noRoom
	reasons
)

func (r reason) String() string { return [...]string{"small", "no device", "failure", "no room"}[r] }

// run computes MSMs by calling device, unless the CPU has to compute them.
func (d *Engine) run(t task, device func() ([]*cuda.Result, error), accept []Accept) (done bool, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return false, ErrClosed
	}
	if why, ok := d.usable(t.size); !ok {
		return false, d.leaveToCPU(t, why)
	}
	results, err := device()
	if err == nil {
		err = acceptAll(results, accept)
	}
	if err != nil {
		if err := d.fail(t, deviceFailed, err); err != nil {
			return false, err
		}
		return false, d.leaveToCPU(t, failure)
	}
	d.done(t, &results[0].Report)
	return true, nil
}

// done counts and logs MSMs that the device computed.
func (d *Engine) done(t task, report *cuda.Report) {
	d.counters.of(t).onDevice(t)
	d.counters.bytesUp.Add(report.BytesUp)
	d.logDone(t, report)
}

func acceptAll(results []*cuda.Result, accept []Accept) error {
	if len(results) != len(accept) {
		return fmt.Errorf("%w: %d for %d MSMs", ErrInvalidResult, len(results), len(accept))
	}
	for i, accept := range accept {
		if err := accept(results[i]); err != nil {
			return err
		}
	}
	return nil
}

// skip leaves an MSM to the CPU whose bases are not on the device.
func (d *Engine) skip(t task, why reason) error {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed.Load() {
		return ErrClosed
	}
	return d.leaveToCPU(t, why)
}

// usable says whether n points or elements are worth a device and one is there, and if not, why not.
func (d *Engine) usable(n int) (why reason, ok bool) {
	switch {
	case d.backend == nil:
		return noDevice, false
	case d.config.small(n):
		return small, false
	case d.lost.Load() != nil:
		return failure, false
	}
	return 0, true
}

// leaveToCPU counts and logs what the caller computes on the CPU. In strict mode it returns an error instead if
// the reason is that the device was lost.
func (d *Engine) leaveToCPU(t task, why reason) error {
	if why == failure {
		if err := d.strictlyLost(t); err != nil {
			return err
		}
	}
	d.counters.of(t).onCPU(t, why)
	d.logOnCPU(t, why)
	return nil
}

// fail counts a failure of the device and logs it, or in strict mode returns it.
func (d *Engine) fail(t task, message string, err error) error {
	d.counters.failures.Add(1)
	if errors.Is(err, driver.ErrDeviceLost) && d.lost.CompareAndSwap(nil, &err) {
		d.logLost(err)
	}
	if d.config.Strict {
		return t.wrap(err)
	}
	d.logFailure(t, message, err)
	return nil
}

// strictlyLost returns the error of an operation that strict mode must not leave to the CPU once the device is lost.
func (d *Engine) strictlyLost(t task) error {
	if lost := d.lost.Load(); lost != nil && d.config.Strict {
		return t.wrap(*lost)
	}
	return nil
}
