package plonk

import (
	"context"
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
	"github.com/gnark-accel/gnark-accel/internal/provestream"
)

// Prove takes the arguments and options of gnark's plonk.Prove and returns the same proof. Where gnark panics on its
// arguments it returns an error: [ErrCurveNotSupported], [ErrInvalidInput], [ErrKeyMismatch], or gnark's
// witness.ErrInvalidWitness. The errors of gnark's solver and options come through as they are or wrapped.
//
// Prove may be called concurrently with one key, and with one constraint system wherever gnark's may: not with systems
// that keep state while they are solved, as those with lookup tables or GKR do. A hash function given as an option
// belongs to one call at a time, as in gnark.
func Prove(ccs constraint.ConstraintSystem, pk plonk.ProvingKey, fullWitness witness.Witness, opts ...backend.ProverOption) (plonk.Proof, error) {
	solve, err := solver(ccs, pk, opts)
	if err != nil {
		return nil, err
	}
	s, err := solve(context.Background(), fullWitness)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Prove()
}

// solve is the first half of [Prove], for one system and key.
type solve = provestream.Solve[witness.Witness, plonk.Proof]

// solver returns the first half of a curve's prover.
func solver(ccs constraint.ConstraintSystem, pk plonk.ProvingKey, opts []backend.ProverOption) (solve, error) {
	if ccs == nil {
		return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	}
	if pk == nil {
		return nil, fmt.Errorf("%w: no proving key", ErrInvalidInput)
	}
	switch system := ccs.(type) {
	case *cs_bn254.SparseR1CS:
		return solverOf(bn254.Solve, system, pk, opts)
	case *cs_bls12377.SparseR1CS:
		return solverOf(bls12377.Solve, system, pk, opts)
	case *cs_bls12381.SparseR1CS:
		return solverOf(bls12381.Solve, system, pk, opts)
	case *cs_bw6761.SparseR1CS:
		return solverOf(bw6761.Solve, system, pk, opts)
	default:
		return nil, notSupported(ccs)
	}
}

// solverOf returns a curve's Solve, if the key is of the same curve.
func solverOf[S constraint.ConstraintSystem, K plonk.ProvingKey, H provestream.Solved[P], P plonk.Proof](
	f func(context.Context, S, K, witness.Witness, ...backend.ProverOption) (H, error), system S, pk plonk.ProvingKey, opts []backend.ProverOption,
) (solve, error) {
	key, ok := pk.(K)
	if !ok {
		return nil, mismatch(system, pk)
	}
	return func(ctx context.Context, w witness.Witness) (provestream.Solved[plonk.Proof], error) {
		h, err := f(ctx, system, key, w, opts...)
		if err != nil {
			return nil, err
		}
		return solved[P]{h}, nil
	}, nil
}

// solved is the second half of a curve's prover.
type solved[P plonk.Proof] struct{ provestream.Solved[P] }

// Prove returns the curve's proof.
func (s solved[P]) Prove() (plonk.Proof, error) { return result(s.Solved.Prove()) }

// result keeps a nil proof from becoming an interface that is not nil.
func result[P plonk.Proof](proof P, err error) (plonk.Proof, error) {
	if err != nil {
		return nil, err
	}
	return proof, nil
}
