package plonk

import (
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/prover"
)

// provers are the provers over all curves.
var provers = &facade.Scheme[plonk.Proof, prover.Any]{
	Provers:              prover.Registered,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
