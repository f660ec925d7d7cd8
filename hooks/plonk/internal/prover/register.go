package prover

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Any is the prover over one curve, whichever that is.
type Any interface {
	proof.Prover
	// Setup leaves the proving key attached if the settings say so.
	Setup(ccs, srs, srsLagrange any, s *settings.Settings) (pk, vk any, err error)
}

// Registered has the provers over the curves that a program links. The packages of the curves add
// theirs as they are initialised. Nothing else changes it.
var Registered []Any

// Register returns the prover over a curve, and registers it.
func Register[P1, P2, E comparable](
	g protocol.Gnark[P1, E], keys *Keys[P1, P2, E],
) *Prover[P1, P2, E] {
	p := &Prover[P1, P2, E]{protocol.NewScheme(g), keys}
	Registered = append(Registered, p)
	return p
}
