package plonk

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
)

// Prove takes the arguments and options of gnark's plonk.Prove and returns the same proof.
//
// Where gnark panics on its arguments Prove returns an error: [ErrCurveNotSupported],
// [ErrInvalidInput], [ErrKeyMismatch], or gnark's witness.ErrInvalidWitness. The errors of gnark's
// solver and of its options come through as they are, or wrapped.
//
// Prove may be called concurrently with one key, and with one constraint system. Large proofs take
// turns on a device, while the witnesses of others are solved. Systems with GKR keep state while
// they are solved, and those with lookup tables while gnark's solver does it: then calls take turns
// at solving, and neither gnark's Prove nor its Solve may run beside them. A hash function given as
// an option belongs to one call at a time, as in gnark.
func Prove(
	ccs constraint.ConstraintSystem, pk plonk.ProvingKey, fullWitness witness.Witness,
	opts ...backend.ProverOption,
) (plonk.Proof, error) {
	return provers.Prove(ccs, pk, fullWitness, opts)
}
