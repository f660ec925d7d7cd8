package proof

import (
	"context"
	"slices"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// whole is a proof that gnark made from end to end. gnark's prover has logged that it is done.
type whole[R Replica, E any] struct {
	*held[R, E]
	proof any
}

// Prove returns the proof.
func (w *whole[R, E]) Prove() (any, error) { return w.proof, nil }

// Verified returns the proof, unless the scheme's way to verify gnark's finds it wrong.
func (w *whole[R, E]) Verified(any) (any, error) {
	if !w.Unverified {
		if err := w.steps.VerifyGnarks(w.proof); err != nil {
			return nil, w.Cause(err)
		}
	}
	return w.proof, nil
}

// isGnarks says whether gnark makes the whole proof, since that takes the shortest time. gnark does
// not where there are several commitments, which it would compute one after the other.
func (h *held[R, E]) isGnarks() bool {
	return h.Witness != nil && !h.Unproved && !h.OnCPU && h.key.Way == engine.ByGnark &&
		h.commitments() <= 1
}

func (t *Task[E]) commitments() int { return len(t.System.CommitmentInfo.CommitmentIndexes()) }

// byGnark has gnark make the whole proof, and counts it.
func (h *held[R, E]) byGnark() (Begun, error) {
	e := (*group.Set)(h.key.Engine).For(engine.ByGnark).Home()
	if e.Closed() {
		return nil, engine.ErrClosed
	}
	if err := context.Cause(h.Context); err != nil {
		return nil, err
	}
	proof, err := h.gnarks()
	if err != nil {
		return nil, h.Withhold(err)
	}
	e.CountProof(engine.ByGnark)
	return &whole[R, E]{h, proof}, nil
}

// gnarks returns gnark's own proof of the witness. Hints of several commitments would use one hash
// function at once; a single task calls them in turn.
func (h *held[R, E]) gnarks() (proof any, err error) {
	opts := h.SolverOpts
	if h.commitments() > 1 {
		opts = append(slices.Clone(opts), solver.WithNbTasks(1))
	}
	err = h.System.Whole(h.Witness, opts, func(all solver.Option) error {
		proof, err = h.steps.Gnarks(h.Gnarks(all))
		return err
	})
	return proof, err
}
