package plonk

import (
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// prover is the prover over one curve.
type prover interface {
	facade.Prover
	// Setup leaves the proving key attached if the settings say so.
	Setup(ccs, srs, srsLagrange any, s *settings.Settings) (pk, vk any, err error)
}

// provers are the provers over all curves.
var provers = &facade.Scheme[plonk.Proof, prover]{
	Provers:              everyCurve,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
