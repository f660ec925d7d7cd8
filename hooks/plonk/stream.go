package plonk

import (
	"context"
	"iter"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
)

// ProveStream proves witnesses one after the other. While the device makes a proof, the processors
// solve the constraint system for the next witnesses, and verify the proof before.
//
// Each pair of the sequence is the result of [Prove] for one witness, in the order of the channel.
// An error belongs to its witness, and the stream goes on after it. The sequence ends when the
// channel is closed.
//
//	for proof, err := range accelerated.ProveStream(ctx, ccs, pk, witnesses) {
//
// ProveStream of package hooks/groth16 is the same for its proofs. It says how many witnesses are
// solved at once, where witnesses and proofs wait, and how a stream ends: by its context or when
// the loop is left.
//
// The options apply to all proofs. A hash function among them belongs to one stream, and to one
// option, at a time. A panic in a hint becomes the error of its witness.
func ProveStream(
	ctx context.Context, ccs constraint.ConstraintSystem, pk plonk.ProvingKey,
	witnesses <-chan witness.Witness, opts ...backend.ProverOption,
) iter.Seq2[plonk.Proof, error] {
	return provers.ProveStream(ctx, ccs, pk, witnesses, opts)
}
