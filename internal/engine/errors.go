package engine

import (
	"errors"
	"fmt"
)

// ErrOnCPU says that the caller has to compute it. The device is absent, has no room, failed,
// or the task is too small for it; that was counted and logged.
var ErrOnCPU = errors.New("accel: left to the CPU")

// ErrElsewhere says that the device failed. Another device is to do the whole task again.
// It wraps the failure, which was counted and logged. Only an engine of several devices has it.
var ErrElsewhere = errors.New("accel: left to another device")

func onCPU(err error) bool { return errors.Is(err, ErrOnCPU) }

// Optional returns nil for [ErrOnCPU], and err otherwise. It serves steps that only save time.
func Optional(err error) error {
	if onCPU(err) {
		return nil
	}
	return err
}

var (
	// ErrInvalidResult: the device returned a result that is not a point of the curve, or that is
	// known to be wrong.
	ErrInvalidResult = errors.New("accel: the device returned an invalid result")
	// ErrClosed: the engine or the bases were used after Close.
	ErrClosed = errors.New("accel: used after Close")
)

// ErrInvalidOption: the value of an option makes no sense.
var ErrInvalidOption = errors.New("accel: invalid option")

// ErrNotMade: nil, or a zero value, in the place of something that functions of this module return.
var ErrNotMade = fmt.Errorf("%w, or a zero value", ErrClosed)

// errNotOpened: an engine's zero value. It computes on the CPU.
var errNotOpened = fmt.Errorf("%w: the engine was not opened", ErrClosed)

// errAllFailed: every device has failed at a task.
var errAllFailed = errors.New("accel: no device is left")

// errSlower: a device would take longer.
var errSlower = errors.New("accel: the CPU takes less time than a device")

// ErrNoRoom: the device lacks memory for a computation that it does only where memory is free. The
// error ends the session without being a failure, and is not counted.
var ErrNoRoom = errors.New("accel: no room on the device")

// ErrRange: a range that is not within the bases.
var ErrRange = errors.New("accel: range outside the bases")
