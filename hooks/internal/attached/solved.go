package attached

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/rs/zerolog"
)

// Follow has wires sent to devices while the fast solver fills their memory. It returns the
// function that the solver calls; nil if gnark's solver runs, which has no such memory.
func Follow[E any](ahead *engine.Follower[E], m *solver.Memory[E]) (known func(wires int)) {
	if m == nil {
		return nil
	}
	if unpin := ahead.Begin(m.Wires, m.Unpin != nil); unpin != nil {
		m.Unpin = unpin
	}
	return ahead.Known
}

// Done begins gnark's line which says that a proof of a system is done.
func Done(
	sys *constraint.System, scheme backend.ID, curve string, onDevice bool, by solver.Name,
) *zerolog.Event {
	acceleration := "none" // gnark's words
	if onDevice {
		acceleration = "cuda"
	}
	log := logger.Logger()
	return log.Debug().
		Str("curve", curve).
		Str("acceleration", acceleration).
		Int("nbConstraints", sys.GetNbConstraints()).
		Str("backend", scheme.String()).
		Str("solvedBy", string(by))
}
