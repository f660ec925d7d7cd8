package engine

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"golang.org/x/sync/semaphore"
)

// admission admits tasks in the order in which they come. They run beside each other as far as
// their weights leave room. It sends waiting tasks away when the engine closes: a session may last
// for a whole proof, whose next step could not begin while Close waits.
type admission struct {
	weights *semaphore.Weighted
	closed  context.Context
	close   context.CancelFunc
}

// newAdmission returns an admission of tasks of a weight in all.
func newAdmission(weight int64) *admission {
	a := &admission{weights: semaphore.NewWeighted(weight)}
	a.closed, a.close = context.WithCancel(context.Background())
	return a
}

// enter waits for the admission of a task. It fails with [ErrClosed] after close, and with
// [cuda.ErrStopped] once the context is cancelled. The holder must not ask a second time.
func (a *admission) enter(ctx context.Context, weight int64) (leave func(), err error) {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.closed, cancel)()
	admitted := a.weights.Acquire(waiting, weight) == nil
	if a.closed.Err() == nil {
		if admitted {
			return func() { a.weights.Release(weight) }, nil
		}
		return func() {}, cuda.Stopped(ctx)
	}
	// Those before it may have been sent away first, which admits it.
	if admitted {
		a.weights.Release(weight)
	}
	return func() {}, ErrClosed
}
