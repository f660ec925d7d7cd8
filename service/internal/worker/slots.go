package worker

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// shortProof bounds the duration of a short proof. While proofs are short, a worker takes more jobs
// than it has slots, which wait about as long at most, while another worker may be idle.
const shortProof = time.Second

// slots bounds the jobs of a worker. Each has a slot while it is proved, or two. While proofs are
// short, as many others are taken and loaded meanwhile, so that no slot waits for the network.
type slots struct {
	n       int64
	jobs    *semaphore.Weighted // those that are taken; one that runs alone has all of it
	proving *semaphore.Weighted // jobs that are proved, or wait for a loaded circuit
	short   atomic.Bool         // the last proof was short
}

func newSlots(n int) *slots {
	return &slots{
		n: int64(n), jobs: semaphore.NewWeighted(int64(2 * n)),
		proving: semaphore.NewWeighted(int64(n)),
	}
}

// token stands for one job of a worker, and for the slots that it has.
type token struct {
	slots *slots
	jobs  int64 // what it has of the worker's jobs: one, or all
	held  int64 // slots
}

// take waits until the worker may take a job. It returns its token and, while proofs are short,
// up to n − 1 of others that need not wait. It returns nil when the context is cancelled.
func (s *slots) take(ctx context.Context, n int) (all []*token) {
	if s.jobs.Acquire(ctx, 1) != nil {
		return nil
	}
	first := &token{slots: s, jobs: 1}
	if !s.short.Load() && first.acquire(ctx) != nil {
		first.end()
		return nil
	}
	all = append(all, first)
	for len(all) < n && s.short.Load() && s.jobs.TryAcquire(1) {
		all = append(all, &token{slots: s, jobs: 1})
	}
	return all
}

// alone waits until the worker has no other job. It takes no other one until this one has ended.
func (t *token) alone(ctx context.Context) error {
	t.end()
	if t.slots.jobs.Acquire(ctx, 2*t.slots.n) != nil {
		return context.Cause(ctx)
	}
	t.jobs = 2 * t.slots.n
	return nil
}

// acquire waits for the job's slots, unless it has them or runs alone. Errors are the context's.
func (t *token) acquire(ctx context.Context) error {
	if t.held > 0 || t.jobs > 1 {
		return context.Cause(ctx)
	}
	wanted := min(2, t.slots.n)
	if t.slots.short.Load() {
		wanted = 1
	}
	if t.slots.proving.Acquire(ctx, wanted) != nil {
		return context.Cause(ctx)
	}
	t.held = wanted
	return nil
}

func (t *token) proved(took time.Duration) {
	t.slots.short.Store(took < shortProof)
	t.release()
}

func (t *token) release() {
	t.slots.proving.Release(t.held)
	t.held = 0
}

// end ends the job. It may be called again.
func (t *token) end() {
	t.release()
	t.slots.jobs.Release(t.jobs)
	t.jobs = 0
}
