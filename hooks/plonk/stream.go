package plonk

import (
	"context"
	"fmt"
	"iter"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
)

// ProveStream proves one witness after the other: while the device makes a proof, the processors solve the constraint system
// for the next ones. Each pair of the sequence is what [Prove] would return for a witness, in the order in which they come
// from the channel; an error, such as that of a witness that does not satisfy the system, is about that one, and the stream
// goes on. The sequence ends when the channel is closed.
//
//	for proof, err := range accelerated.ProveStream(ctx, ccs, pk, witnesses) {
//
// gnark's solver has one processor busy with most circuits, so it runs for several witnesses at the same time: one for four
// processors (GOMAXPROCS), and at most four. It runs for one at a time if the system keeps state while it is solved, as those with
// lookup tables or GKR do, and if a hash to the field is among the options. Hints are called for several witnesses at once, then.
//
// No more witnesses than two beside those of the solvers are on their way: one whose proof waits for the loop, so that the device
// can go on meanwhile, one that is being proved, or is and waits too, and for each solver one that is being solved, or is and
// waits. All but the first take memory, some hundred bytes a constraint. Others wait in the channel.
//
// When the context is cancelled, the sequence ends with one more pair, whose error is the context's cause; witnesses on
// their way are lost. It ends likewise, without that pair, when the loop is left. In both cases it waits for the runs of the
// solver and for the round under way, which cannot be interrupted, so that nothing is going on afterwards. Whoever sends
// witnesses has to watch the context as well, which a loop that may be left should cancel.
//
// The options serve all proofs. A hash function among them belongs to one stream, and to one option, at a time. A panic in a hint
// is an error of that proof.
func ProveStream(ctx context.Context, ccs constraint.ConstraintSystem, pk plonk.ProvingKey, witnesses <-chan witness.Witness, opts ...backend.ProverOption) iter.Seq2[plonk.Proof, error] {
	solve, err := solver(ccs, pk, opts)
	switch {
	case err != nil:
	case ctx == nil:
		err = fmt.Errorf("%w: no context", ErrInvalidInput)
	case witnesses == nil:
		err = fmt.Errorf("%w: no channel of witnesses", ErrInvalidInput)
	}
	if err != nil {
		return provestream.Fail[plonk.Proof](err)
	}
	return provestream.Run(ctx, witnesses, provestream.Solvers(ccs, opts), solve)
}
