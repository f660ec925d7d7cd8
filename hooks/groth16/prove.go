package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/bn254"
)

// Prove takes the arguments and options of gnark's groth16.Prove and returns the same proof. Where gnark panics on its
// arguments it returns an error: [ErrCurveNotSupported], [ErrInvalidInput], [ErrKeyMismatch], or gnark's
// witness.ErrInvalidWitness. The errors of gnark's solver and options come through as they are or wrapped.
//
// Prove may be called concurrently with one key, and with one constraint system wherever gnark's may: not with systems
// that keep state while they are solved, as those with GKR do. A hash function given as an option belongs to one call
// at a time, as in gnark.
func Prove(ccs constraint.ConstraintSystem, pk groth16.ProvingKey, fullWitness witness.Witness, opts ...backend.ProverOption) (groth16.Proof, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if pk == nil {
		return nil, fmt.Errorf("%w: no proving key", ErrInvalidInput)
	}
	switch r1cs := ccs.(type) {
	case *cs_bn254.R1CS:
		key, ok := pk.(*groth16_bn254.ProvingKey)
		if !ok {
			return nil, mismatch(ccs, pk)
		}
		return result(bn254.Prove(r1cs, key, fullWitness, opts...))
	default:
		return nil, notSupported(ccs)
	}
}

// result keeps a nil proof from becoming an interface that is not nil.
func result[P groth16.Proof](proof P, err error) (groth16.Proof, error) {
	if err != nil {
		return nil, err
	}
	return proof, nil
}
