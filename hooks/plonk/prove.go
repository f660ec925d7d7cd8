package plonk

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs_bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	cs_bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	cs_bw6761 "github.com/consensys/gnark/constraint/bw6-761"
	bls12377 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/hooks/plonk/bls12-381"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/hooks/plonk/bw6-761"
)

// Prove takes the arguments and options of gnark's plonk.Prove and returns the same proof. Where gnark panics on its
// arguments it returns an error: [ErrCurveNotSupported], [ErrInvalidInput], [ErrKeyMismatch], or gnark's
// witness.ErrInvalidWitness. The errors of gnark's solver and options come through as they are or wrapped.
//
// Prove may be called concurrently with one key, and with one constraint system wherever gnark's may: not with systems
// that keep state while they are solved, as those with GKR do. A hash function given as an option belongs to one call
// at a time, as in gnark.
func Prove(ccs constraint.ConstraintSystem, pk plonk.ProvingKey, fullWitness witness.Witness, opts ...backend.ProverOption) (plonk.Proof, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if pk == nil {
		return nil, fmt.Errorf("%w: no proving key", ErrInvalidInput)
	}
	switch system := ccs.(type) {
	case *cs_bn254.SparseR1CS:
		return prove(bn254.Prove, system, pk, fullWitness, opts)
	case *cs_bls12377.SparseR1CS:
		return prove(bls12377.Prove, system, pk, fullWitness, opts)
	case *cs_bls12381.SparseR1CS:
		return prove(bls12381.Prove, system, pk, fullWitness, opts)
	case *cs_bw6761.SparseR1CS:
		return prove(bw6761.Prove, system, pk, fullWitness, opts)
	default:
		return nil, notSupported(ccs)
	}
}

// prover is the Prove of one curve, with its constraint system, key and proof.
type prover[S constraint.ConstraintSystem, K plonk.ProvingKey, P plonk.Proof] func(S, K, witness.Witness, ...backend.ProverOption) (P, error)

// prove calls a curve's prover if the key is of the same curve.
func prove[S constraint.ConstraintSystem, K plonk.ProvingKey, P plonk.Proof](f prover[S, K, P], system S, pk plonk.ProvingKey, w witness.Witness, opts []backend.ProverOption) (plonk.Proof, error) {
	key, ok := pk.(K)
	if !ok {
		return nil, mismatch(system, pk)
	}
	return result(f(system, key, w, opts...))
}

// result keeps a nil proof from becoming an interface that is not nil.
func result[P plonk.Proof](proof P, err error) (plonk.Proof, error) {
	if err != nil {
		return nil, err
	}
	return proof, nil
}
