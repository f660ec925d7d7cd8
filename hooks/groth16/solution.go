package groth16

import (
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// Solve is the part of [Prove] that finds a solution, for [ProveSolved]. The solution has the type
// that the constraint system's own method Solve returns, a *R1CSSolution of the curve.
//
// Systems without commitments need no key for that: see hooks/solve.Solve. The CPU computes a
// commitment with the key while the witness is solved, and the commitment's hash is among the
// wires.
//
// release gives the solution's memory back to later ones. Nothing may use the solution then. To
// call it is optional.
func Solve(
	ccs constraint.ConstraintSystem, pk groth16.ProvingKey, fullWitness witness.Witness,
	opts ...backend.ProverOption,
) (solution any, release func(), err error) {
	p, err := provers.OfBoth(ccs, pk, opts...)
	if err != nil {
		return nil, nil, err
	}
	opts = append(slices.Clone(opts), WithoutVerification()) // there is no proof
	return p.SolutionOf(ccs, pk, fullWitness, opts...)
}

// ProveSolved is [Prove] for a witness that was solved before, perhaps on another machine.
//
// The solution is that of [Solve], of hooks/solve.Solve, or of the constraint system's own method:
// a *R1CSSolution of the curve. It may have come through WriteTo and ReadFrom, and stays unchanged.
// Only W is needed: A, B and C may be nil, since they follow from it. For the same randomness the
// proof is that of Prove, byte for byte.
//
// The proof is verified as that of Prove is. One that does not verify is made again from the
// solution.
//
// A solution that does not satisfy the system is refused with [ErrInvalidSolution]. So is one of a
// system with commitments unless it was found with this key, and with the hash to the field that is
// among the options.
func ProveSolved(
	ccs constraint.ConstraintSystem, pk groth16.ProvingKey, solution any,
	opts ...backend.ProverOption,
) (groth16.Proof, error) {
	p, err := provers.OfBoth(ccs, pk, opts...)
	if err != nil {
		return nil, err
	}
	return proof.ProveAs[groth16.Proof](p.Take(ccs, pk, solution, opts...))
}
