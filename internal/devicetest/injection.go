package devicetest

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Injection is a failure that a call of the driver is made to return.
type Injection struct {
	T      *testing.T
	Code   int
	Strict bool // the engine is
}

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
	var failure *driver.Error
	if errors.As(err, &failure) && failure.Code == i.Code {
		return
	}
	if i.Code == OutOfMemory && errors.Is(err, accel.ErrOutOfMemory) {
		return
	}
	i.T.Errorf("%s: an error that is not the one injected: %v", what, err)
}
