package turns

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"golang.org/x/sync/semaphore"
)

// ElementsAtOnce is the number of wires, or rows, of the proofs that a device makes at once. So
// many keep it busy.
const ElementsAtOnce = 1 << 17

// Proofs lets proofs begin in the order in which they come: one large proof alone, and small ones
// beside each other.
//
// Large proofs that share a device end together. Then their callers solve the next witnesses
// together, while the device is idle. One after the other, each is solved beside another's work.
type Proofs struct{ elements *semaphore.Weighted }

// NewProofs returns turns for the proofs of a device.
func NewProofs() *Proofs { return &Proofs{semaphore.NewWeighted(ElementsAtOnce)} }

// Begin waits for the turn of a proof with n wires or rows. It fails with [cuda.ErrStopped] once
// the context is cancelled. The holder must not ask again before end.
func (p *Proofs) Begin(ctx context.Context, n int) (end func(), err error) {
	weight := int64(min(n, ElementsAtOnce))
	if p.elements.Acquire(ctx, weight) != nil {
		return nil, cuda.Stopped(ctx)
	}
	return func() { p.elements.Release(weight) }, nil
}
