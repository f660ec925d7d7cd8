package groth16

import (
	"context"
	"iter"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
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
// A solver keeps about one processor busy, so ProveStream solves several witnesses at once; hints
// are then called for several witnesses at once. It begins with two solvers for each device, and
// takes more where a device has waited for one. It takes at most as many as there are processors
// (GOMAXPROCS), and at most as many as have their solutions in 512 MiB a processor, and in an
// eighth of the memory that is free when the stream begins, or three if half of it has room for
// theirs. It solves one at a time if the system keeps state of its own while it is solved, as with
// GKR, or if the options have a hash to the field. Without verification gnark's solver has the
// first witnesses, of which those of a system with lookup tables take turns.
//
// Each proof is made by one device, where that has room for the key. Beyond the witnesses of the
// solvers at most one is being proved, or two for each of several devices; one's proof is being
// verified, and one's proof waits for the loop. A solved witness takes some hundred bytes a
// constraint until it is proved. Further witnesses wait in the channel.
//
// When the context is cancelled the sequence ends with one more pair, whose error is the context's
// cause; witnesses under way are lost. When the loop is left the sequence ends without that pair.
// In both cases ProveStream stops all work under way, as [WithContext] says, and waits for that: no
// proof runs afterwards. The system's translation goes on, which later proofs need. The sender of
// witnesses has to watch the context too, and a loop that may be left early should cancel it.
//
// The options apply to all proofs. A hash function among them belongs to one stream, and to one
// option, at a time. A panic in a hint becomes the error of its witness.
func ProveStream(
	ctx context.Context, ccs constraint.ConstraintSystem, pk groth16.ProvingKey,
	witnesses <-chan witness.Witness, opts ...backend.ProverOption,
) iter.Seq2[groth16.Proof, error] {
	return provers.ProveStream(ctx, ccs, pk, witnesses, opts)
}
