package groth16

import (
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/prover"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
)

// provers are the provers over all curves.
var provers = &facade.Scheme[groth16.Proof, prover.Any]{
	Provers:              prover.Registered,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
