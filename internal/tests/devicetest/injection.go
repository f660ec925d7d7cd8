package devicetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Injection is a failure that a call of the driver is made to return.
type Injection struct {
	T      *testing.T
	Code   int
	Strict bool // the engine is
}

// FailEveryCall runs a use of an engine once for each call that fails, by steps. The calls are the
// driver's. The device lacks memory or is lost, and the engine is strict or not.
func FailEveryCall(t *testing.T, steps Steps, use func(Injection)) {
	t.Helper()
	for _, code := range []int{OutOfMemory, IllegalAddress} {
		for strict, step := range map[bool]int{false: steps.Usual, true: steps.Strict} {
			t.Run(fmt.Sprintf("code=%d/strict=%v", code, strict), func(t *testing.T) {
				FailCalls(t, 1, code, step, func(t *testing.T) { use(Injection{t, code, strict}) })
			})
		}
	}
}

// Steps are the steps of [FailCalls] for an engine that is strict and for others.
type Steps struct{ Usual, Strict int }

// Options returns the options of an engine under the failure.
func (i Injection) Options() []accel.Option {
	if i.Strict {
		return []accel.Option{accel.WithStrict()}
	}
	return nil
}

// WantStrict checks that an error is the failure that was injected, in strict mode.
func (i Injection) WantStrict(what string, err error) {
	i.T.Helper()
	if !i.Strict {
		i.T.Errorf("%s: an error that is not strict's: %v", what, err)
	}
	i.WantInjected(what, err)
}

// WantInjected checks that an error is the failure that was injected, in any mode.
func (i Injection) WantInjected(what string, err error) {
	i.T.Helper()
	var failure *cuda.Error
	if errors.As(err, &failure) && failure.Code == i.Code {
		return
	}
	if i.Code == OutOfMemory && errors.Is(err, accel.ErrOutOfMemory) ||
		i.Code == IllegalAddress && errors.Is(err, accel.ErrDeviceLost) {
		return
	}
	i.T.Errorf("%s: an error that is not the one injected: %v", what, err)
}
