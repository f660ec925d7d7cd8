package keys

import (
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

// OnEngine returns a function that puts a group on the engine of a device.
func OnEngine[P, E any](g *accel.Group[P, E]) func(*engine.Engine) *engine.Group[P, E] {
	return (*group.Group[P, E])(g).On
}
