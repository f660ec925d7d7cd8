package msm

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// Bases is a vector of points that MSMs are over. It is safe for concurrent use.
//
// Resident bases are on the device, with precomputed multiples if the memory allowed. Host bases
// stay in Go memory and travel to the device with each MSM.
type Bases struct {
	runner *Runner
	group  *plan.Group
	count  int
	points []byte // of the host; nil in a dry run
	onHost bool

	using  sync.RWMutex // held for reading by every MSM
	shape  plan.Shape   // of the table, if the bases are resident
	table  driver.Ptr   // [shape.Factor][count] affine points
	bytes  uint64
	filled driver.Event // the table has all multiples; 0 without multiples
	// computed says whether that has happened; nil if it had once.
	computed    atomic.Pointer[func() bool]
	multiplying bool // that was queued; guarded by the runner's filling
	closed      bool
	failed      error // of the last Reload
}

// HostBases makes host bases of n points. In a dry run there is only their number. They take no
// memory of the device between MSMs, unless it is reserved.
func (r *Runner) HostBases(g *plan.Group, n int, points []byte) *Bases {
	return &Bases{runner: r, group: g, count: n, points: points, onHost: true}
}

// DryRun takes the memory that MSMs of several vectors of n scalars take.
func (r *Runner) DryRun(b *Bases, n, vectors int, where plan.Location) error {
	_, err := b.inPasses(0, b.missing(n, vectors, where))
	return err
}

// Plan plans MSMs of several vectors of n scalars. As many run at once as the memory allows.
func (r *Runner) Plan(b *Bases, n, vectors int, where plan.Location) (*plan.Plan, error) {
	if b.onHost {
		vectors = 1
	}
	share := r.device.Memory.Now().SlotShare()
	p, err := b.msm(0, b.missing(n, vectors, where)).planWithin(share)
	if vectors > 1 && driver.OutOfMemory(err) {
		return r.Plan(b, n, vectors/2, where)
	}
	return p, err
}

// Warm allocates scratch memory for later MSMs. So the first of them does not pay for it.
//
// They are MSMs of several vectors of n scalars at once. If the memory does not suffice for all of
// them at once, Warm does nothing. Nor does it for host bases, which leave little time to gain.
func (r *Runner) Warm(b *Bases, n, vectors int, where plan.Location) error {
	b.using.RLock()
	defer b.using.RUnlock()
	if err := b.unusable(); err != nil || b.onHost || n == 0 || vectors == 0 {
		return err
	}
	for range plan.Slots { // idle slots are taken in turn
		err := r.warm(b.msm(0, b.missing(n, vectors, where)))
		if err != nil && !driver.OutOfMemory(err) {
			return err
		}
	}
	return nil
}

// missing are scalars that do not exist.
func (b *Bases) missing(n, vectors int, where plan.Location) scalars {
	return scalars{
		ctx: context.Background(), location: where, count: vectors, length: n,
		size: b.group.ScalarBytes(), missing: true,
	}
}

// Shape returns the windows of MSMs over resident bases, and the multiples of each base. Of host
// bases it is zero: each MSM has its own.
func (b *Bases) Shape() plan.Shape { return b.shape }

// Bytes returns the device memory that the bases take with their multiples.
func (b *Bases) Bytes() uint64 { return b.bytes }

// unusable returns why no MSM can use the bases, or nil.
func (b *Bases) unusable() error {
	if b.closed {
		return driver.ErrClosed
	}
	return b.failed
}

// Free waits for the MSMs that use the bases and frees their memory. A second Free does nothing.
func (r *Runner) Free(b *Bases) error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed {
		return nil
	}
	b.closed, b.points = true, nil
	if b.table == 0 {
		return nil
	}
	freed := r.device.Free(plan.ForBases, b.table, b.bytes)
	return errors.Join(freed, r.device.Context.Do(func(t *driver.Thread) error {
		return t.DestroyEvent(b.filled)
	}))
}
