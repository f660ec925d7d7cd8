package plonk

import (
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/prover"
)

// provers are the provers over all curves.
var provers = &proof.Provers[plonk.Proof, prover.Any]{
	All:                  prover.Registered,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
