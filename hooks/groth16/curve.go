package groth16

import (
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/prover"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// provers are the provers over all curves.
var provers = &proof.Provers[groth16.Proof, prover.Any]{
	All:                  prover.Registered,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
