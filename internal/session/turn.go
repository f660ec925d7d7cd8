package session

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"golang.org/x/sync/semaphore"
)

// elementsAtOnce is the number of wires, or rows, of the proofs that a device makes at once. So
// many keep it busy.
//
// Proofs that share the device end together, and then their callers solve the next witnesses
// together while it is idle. One after the other, each is solved beside another's work.
const elementsAtOnce = 1 << 17

func newProofs() *semaphore.Weighted { return semaphore.NewWeighted(elementsAtOnce) }

// Turn waits until the device has time for one more proof, with n wires or rows: in the order of
// the calls. done says that the proof is made. A proof for the CPU does not wait.
//
// The error is [cuda.ErrStopped] once the context is cancelled. The holder must not ask again.
func (e *Engine) Turn(ctx context.Context, n int) (done func(), err error) {
	if _, ok := e.usable(n); !ok {
		return func() {}, nil
	}
	weight := int64(min(n, elementsAtOnce))
	if e.proofs.Acquire(ctx, weight) != nil {
		return nil, cuda.Stopped(ctx)
	}
	return func() { e.proofs.Release(weight) }, nil
}
