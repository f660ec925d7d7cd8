package worker

import (
	"context"
	"sync/atomic"
	"time"
)

// brisk is how short proofs are of which a worker takes more than it has slots. A job that is taken
// early waits about as long at most, while another worker may be idle.
const brisk = time.Second

// slots bounds the jobs of a worker. Each has a slot while it is proved. While proofs are brisk,
// as many others are taken and loaded meanwhile, so that no slot waits for the network.
type slots struct {
	proving chan struct{} // a token for each job that is proved, or waits for a loaded circuit
	taken   chan struct{} // a token for each job
	brisk   atomic.Bool
}

func newSlots(n int) *slots {
	return &slots{proving: make(chan struct{}, n), taken: make(chan struct{}, 2*n)}
}

// hold is the place of one job.
type hold struct {
	slots    *slots
	hasSlot  bool
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

// enter waits for a slot, unless the job has one. It returns the context's cause.
func (h *hold) enter(ctx context.Context) error {
	if h.hasSlot {
		return nil
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case h.slots.proving <- struct{}{}:
		h.hasSlot = true
		return nil
	}
}

// proved gives the slot back after a proof that took so long.
func (h *hold) proved(took time.Duration) {
	h.slots.brisk.Store(took < brisk)
	h.exit()
}

func (h *hold) exit() {
	if h.hasSlot {
		h.hasSlot = false
		<-h.slots.proving
	}
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
