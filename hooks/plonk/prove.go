package plonk

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// Prove takes the arguments and options of gnark's plonk.Prove and returns the same proof.
//
// Where gnark panics on its arguments Prove returns an error: [ErrCurveNotSupported],
// [ErrInvalidInput], [ErrKeyMismatch], or gnark's witness.ErrInvalidWitness. The errors of gnark's
// solver and of its options come through as they are, or wrapped.
//
// Prove may be called concurrently with one key, and with one constraint system. Prove of package
// hooks/groth16 says which calls take turns, and which calls may not run beside them.
func Prove(
	ccs constraint.ConstraintSystem, pk plonk.ProvingKey, fullWitness witness.Witness,
	opts ...backend.ProverOption,
) (plonk.Proof, error) {
	p, err := provers.OfBoth(ccs, pk, opts...)
	if err != nil {
		return nil, err
	}
	return proof.ProveAs[plonk.Proof](p.Solve(ccs, pk, fullWitness, opts...))
}
