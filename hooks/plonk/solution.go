package plonk

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// ProveSolved is [Prove] for a witness that was solved before, perhaps on another machine.
//
// The solution has the type that the constraint system's own method Solve returns, or
// hooks/solve.Solve: a *SparseR1CSSolution of the curve, with its L, R and O. It may have come
// through WriteTo and ReadFrom, and stays unchanged. For the same randomness the proof is that of
// Prove, byte for byte.
//
// The proof is verified as that of Prove is. One that does not verify is an error: there is no
// witness to make it again.
//
// A solution that does not satisfy the system is refused with [ErrInvalidSolution]. So is every
// solution of a system with commitments: their blinding is drawn while the witness is solved, and a
// solution does not contain it.
func ProveSolved(
	ccs constraint.ConstraintSystem, pk plonk.ProvingKey, solution any,
	opts ...backend.ProverOption,
) (plonk.Proof, error) {
	p, err := provers.OfBoth(ccs, pk, opts...)
	if err != nil {
		return nil, err
	}
	return proof.ProveAs[plonk.Proof](p.Take(ccs, pk, solution, opts...))
}
