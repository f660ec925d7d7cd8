package groth16

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// prover is the prover over one curve.
type prover interface {
	facade.Prover
	// Setup leaves the proving key attached if the settings say so.
	Setup(ccs any, s *settings.Settings) (pk, vk any, err error)
	// SolutionOf returns a witness's solution, with the commitments that the key makes.
	SolutionOf(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (
		solution any, release func(), err error)
}

// provers are the provers over all curves.
var provers = &facade.Scheme[groth16.Proof, prover]{
	Provers:              everyCurve,
	ErrCurveNotSupported: ErrCurveNotSupported,
	ErrInvalidInput:      ErrInvalidInput,
	ErrKeyMismatch:       ErrKeyMismatch,
}
