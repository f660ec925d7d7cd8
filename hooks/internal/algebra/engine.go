package algebra

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// EngineOf returns an engine; nil is [accel.Default].
func EngineOf(e *accel.Engine) *accel.Engine {
	if e == nil {
		return accel.Default()
	}
	return e
}

// Home returns the first device of an engine; nil is the default engine.
func Home(e *accel.Engine) *session.Engine { return (*devices.Set)(EngineOf(e)).Home() }

// Making calls make with what keeps points on an engine's first device, until make returns, and
// tells how far a key is. A nil engine is [accel.Default].
func Making(engine *accel.Engine, tell session.Progress, make func(*session.Made) error) error {
	made := session.NewMade(Home(engine)).Telling(tell)
	return errors.Join(make(made), made.Close())
}
