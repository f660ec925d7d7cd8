package worker

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// shortProof bounds the duration of a short proof. While proofs are short, a worker takes more jobs
// than it has slots. A job that is taken early waits about as long at most, while another worker
// may be idle.
const shortProof = time.Second

// slots bounds the jobs of a worker. Each has a slot while it is proved. While proofs are short, as
// many others are taken and loaded meanwhile, so that no slot waits for the network. Other proofs
// take much memory, and two slots.
type slots struct {
	n       int64
	proving *semaphore.Weighted // jobs that are proved, or wait for a loaded circuit
	taken   chan struct{}       // a token for each job
	busy    *semaphore.Weighted // jobs from their fetch on; one that runs alone has all of it
	short   atomic.Bool         // the last proof was short
	waiting atomic.Int32        // jobs that wait for their slots
}

func newSlots(n int) *slots {
	return &slots{
		n: int64(n), proving: semaphore.NewWeighted(int64(n)), taken: make(chan struct{}, 2*n),
		busy: semaphore.NewWeighted(int64(2 * n)),
	}
}

// token stands for one job of a worker, and for the slots that it has.
type token struct {
	slots    *slots
	held     int64 // slots
	busy     int64 // since its job was fetched
	finished bool
}

// take waits until the worker may take a job. It returns nil when the context is cancelled.
func (s *slots) take(ctx context.Context) *token {
	select {
	case <-ctx.Done():
		return nil
	case s.taken <- struct{}{}:
	}
	t := &token{slots: s}
	if !s.short.Load() && t.acquire(ctx) != nil {
		t.end()
		return nil
	}
	return t
}

// takeSome is take for n jobs at most: one, and others that need not wait.
func (s *slots) takeSome(ctx context.Context, n int) []*token {
	t := s.take(ctx)
	if t == nil {
		return nil
	}
	all := []*token{t}
	for len(all) < n && s.short.Load() {
		select {
		case s.taken <- struct{}{}:
			all = append(all, &token{slots: s})
		default:
			return all
		}
	}
	return all
}

// alone waits until the worker has no other job. It takes no other one until this one has ended.
func (t *token) alone(ctx context.Context) error {
	t.releaseSlots()
	t.slots.busy.Release(t.busy)
	t.busy = 0
	if t.slots.busy.Acquire(ctx, 2*t.slots.n) != nil {
		return context.Cause(ctx)
	}
	t.busy = 2 * t.slots.n
	return nil
}

// acquire waits for the job's slots, unless it has them or runs alone. It returns the context's
// cause.
func (t *token) acquire(ctx context.Context) error {
	if t.held > 0 || t.busy > 1 {
		return context.Cause(ctx)
	}
	wanted := min(2, t.slots.n)
	if t.slots.short.Load() {
		wanted = 1
	}
	t.slots.waiting.Add(1)
	defer t.slots.waiting.Add(-1)
	if t.slots.proving.Acquire(ctx, wanted) != nil {
		return context.Cause(ctx)
	}
	t.held = wanted
	return nil
}

// yield releases the slots where another job waits for some. This token's job has not come.
func (t *token) yield() {
	if t.slots.waiting.Load() > 0 {
		t.releaseSlots()
	}
}

// proved releases the slots after a proof, and notes whether it was short.
func (t *token) proved(took time.Duration) {
	t.slots.short.Store(took < shortProof)
	t.releaseSlots()
}

func (t *token) releaseSlots() {
	t.slots.proving.Release(t.held)
	t.held = 0
}

// end ends the job. It may be called again.
func (t *token) end() {
	if t.finished {
		return
	}
	t.finished = true
	t.releaseSlots()
	t.slots.busy.Release(t.busy)
	<-t.slots.taken
}
