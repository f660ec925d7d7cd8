package groth16

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// Prove takes the arguments and options of gnark's groth16.Prove and returns the same proof.
//
// Where gnark panics on its arguments Prove returns an error: [ErrCurveNotSupported],
// [ErrInvalidInput], [ErrKeyMismatch], or gnark's witness.ErrInvalidWitness. The errors of gnark's
// solver and of its options come through as they are, or wrapped.
//
// A proof that this module has a part in is verified before it is returned: see [WithVerifyingKey].
// Without the verifying key the proving key is trusted, as gnark trusts it, and a small proof may
// be gnark's from end to end.
//
// Prove may be called concurrently with one key, and with one constraint system. Large proofs take
// turns on a device, while the witnesses of others are solved. Systems with GKR keep state while
// they are solved, and those with lookup tables while gnark's solver does it: then calls take turns
// at solving, and neither gnark's Prove nor its Solve may run beside them. A hash function given as
// an option belongs to one call at a time, as in gnark.
func Prove(
	ccs constraint.ConstraintSystem, pk groth16.ProvingKey, fullWitness witness.Witness,
	opts ...backend.ProverOption,
) (groth16.Proof, error) {
	p, err := provers.OfBoth(ccs, pk, opts...)
	if err != nil {
		return nil, err
	}
	return proof.ProveAs[groth16.Proof](p.Solve(ccs, pk, fullWitness, opts...))
}
