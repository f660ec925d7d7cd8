package solving

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/rs/zerolog"
)

// Done begins gnark's line which says that a proof of the system is done. By is the solver that
// ran.
func (s *Solver[E]) Done(
	scheme backend.ID, curve string, onDevice bool, by solver.Name,
) *zerolog.Event {
	acceleration := "none" // gnark's words
	if onDevice {
		acceleration = "cuda"
	}
	log := logger.Logger()
	return log.Debug().
		Str("curve", curve).
		Str("acceleration", acceleration).
		Int("nbConstraints", s.GetNbConstraints()).
		Str("backend", scheme.String()).
		Str("solvedBy", string(by))
}
