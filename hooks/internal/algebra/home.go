package algebra

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Home returns the first device of an engine; nil is the default engine.
func Home(e *accel.Engine) *session.Engine {
	if e == nil {
		e = accel.Default()
	}
	return (*devices.Set)(e).Home()
}
