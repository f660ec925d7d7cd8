package proof

import (
	"errors"
	"runtime"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// held is a proof with what it holds until it is closed.
type held[R Replica, E any] struct {
	*Task[E]
	steps Steps[R, E]
	key   *keys.Key[R]
	lease Lease
	place *group.Reservation[R] // nil for none
}

// Begin makes half a proof, up to its solution. It makes a whole one where gnark is to prove it.
func Begin[R Replica, E any](
	s Scheme[R, E], t *Task[E], opts []backend.ProverOption,
) (Begun, error) {
	var err error
	if t.Settings, err = settings.Read(opts...); err != nil {
		return nil, err
	}
	steps, err := s.Steps(t)
	if err != nil {
		return nil, t.Cause(err)
	}
	return begin(t, steps)
}

func begin[R Replica, E any](
	t *Task[E], steps Steps[R, E],
) (half Begun, err error) {
	arrived := engine.Arrive()
	t.by = solver.None
	h := &held[R, E]{Task: t, steps: steps}
	defer func() {
		if half == nil { // a hint may have panicked
			h.Close()
			h.Forget()
		}
	}()
	if h.key, h.lease, err = steps.Lease(); err != nil {
		return nil, t.Cause(err)
	}
	start := time.Now()
	err = h.solve()
	switch {
	case err == nil:
		return &Solved[R, E]{held: h, arrived: arrived, solving: time.Since(start)}, nil
	case errors.Is(err, ErrLeft):
		half, err = h.byGnark()
	}
	return half, t.Cause(err)
}

// solve takes the steps of the first half, unless gnark makes the proof.
func (h *held[R, E]) solve() (err error) {
	if h.isGnarks() {
		return ErrLeft
	}
	if err := h.steps.Begin(); err != nil {
		return err
	}
	if h.place, err = h.key.Reserve(h.Streamed); err != nil {
		return err
	}
	h.engine().CountProof(h.key.Way.Ours())
	return h.steps.Solve(h.place.At)
}

// engine is that of the proof's first device.
func (h *held[R, E]) engine() *engine.Engine { return h.place.At.Primary().On() }

// Close ends the work beside the proof, and gives back what it holds.
//
// gnark's key must not be collected before: its attachment would be dropped with it.
func (h *held[R, E]) Close() {
	defer runtime.KeepAlive(h.Key)
	h.steps.Leave()
	h.place.End()
	h.steps.Close()
	h.Release()
	if h.lease != nil {
		keys.End(h.lease)
	}
}

// Forget is that of the steps.
func (h *held[R, E]) Forget() { h.steps.Forget() }
