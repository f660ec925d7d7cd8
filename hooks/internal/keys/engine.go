package keys

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// EngineOf returns an engine; nil is [accel.Default].
func EngineOf(e *accel.Engine) *accel.Engine {
	if e == nil {
		return accel.Default()
	}
	return e
}

// Home returns the first device of an engine; nil is the default engine.
func Home(e *accel.Engine) *engine.Engine { return (*group.Set)(EngineOf(e)).Home() }

// Making calls make with a store that keeps points on an engine's first device. The store closes
// when make returns, and tells how far a key is. A nil engine is [accel.Default].
func Making(e *accel.Engine, tell engine.Progress, make func(*engine.Made) error) error {
	made := engine.NewMade(Home(e)).Telling(tell)
	return errors.Join(make(made), made.Close())
}

// OnEngine returns a function that puts a group on the engine of a device.
func OnEngine[P, E any](g *accel.Group[P, E]) func(*engine.Engine) *engine.Group[P, E] {
	return (*group.Group[P, E])(g).On
}
