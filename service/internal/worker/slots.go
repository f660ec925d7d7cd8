package worker

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// brisk is how short proofs are of which a worker takes more than it has slots. A job that is taken
// early waits about as long at most, while another worker may be idle.
const brisk = time.Second

// slots bounds the jobs of a worker. Each has a slot while it is proved. While proofs are brisk,
// as many others are taken and loaded meanwhile, so that no slot waits for the network. Other
// proofs take much memory, and two slots.
type slots struct {
	n       int64
	proving *semaphore.Weighted // jobs that are proved, or wait for a loaded circuit
	taken   chan struct{}       // a token for each job
	brisk   atomic.Bool
}

func newSlots(n int) *slots {
	return &slots{
		n: int64(n), proving: semaphore.NewWeighted(int64(n)), taken: make(chan struct{}, 2*n),
	}
}

// hold is the place of one job.
type hold struct {
	slots    *slots
	holds    int64 // slots
	finished bool
}

// take waits until the worker may take a job. It returns nil when the context is cancelled.
func (s *slots) take(ctx context.Context) *hold {
	select {
	case <-ctx.Done():
		return nil
	case s.taken <- struct{}{}:
	}
	h := &hold{slots: s}
	if !s.brisk.Load() && h.enter(ctx) != nil {
		h.leave()
		return nil
	}
	return h
}

// takeSome is take for n jobs at most: one, and others that need not wait.
func (s *slots) takeSome(ctx context.Context, n int) []*hold {
	h := s.take(ctx)
	if h == nil {
		return nil
	}
	all := []*hold{h}
	for len(all) < n && s.brisk.Load() {
		select {
		case s.taken <- struct{}{}:
			all = append(all, &hold{slots: s})
		default:
			return all
		}
	}
	return all
}

// enter waits for the job's slots, unless it has them. It returns the context's cause.
func (h *hold) enter(ctx context.Context) error {
	if h.holds > 0 {
		return nil
	}
	wanted := min(2, h.slots.n)
	if h.slots.brisk.Load() {
		wanted = 1
	}
	if h.slots.proving.Acquire(ctx, wanted) != nil {
		return context.Cause(ctx)
	}
	h.holds = wanted
	return nil
}

// proved gives the slots back after a proof that took so long.
func (h *hold) proved(took time.Duration) {
	h.slots.brisk.Store(took < brisk)
	h.exit()
}

func (h *hold) exit() {
	h.slots.proving.Release(h.holds)
	h.holds = 0
}

// leave ends the job. It may be called again.
func (h *hold) leave() {
	if h.finished {
		return
	}
	h.finished = true
	h.exit()
	<-h.slots.taken
}
