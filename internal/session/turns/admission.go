package turns

import (
	"context"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Admission lets computations run beside each other, or one alone. A computation that waits
// to run alone is admitted before all that come later.
//
// A sync.RWMutex would keep its waiters when the engine closes. Here they are sent away:
// a session may last for a whole proof, whose next step could not begin while Close waits.
type Admission struct {
	mutex   sync.Mutex
	changed *sync.Cond
	shared  int  // computations that run beside each other
	alone   bool // one runs alone
	waiting int  // computations that wait to run alone
	closed  bool
}

func NewAdmission() *Admission {
	a := new(Admission)
	a.changed = sync.NewCond(&a.mutex)
	return a
}

// Share waits for admission beside others. The holder must not ask a second time.
func (a *Admission) Share(ctx context.Context) (leave func(), err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	err = a.wait(ctx, func() bool { return a.alone || a.waiting > 0 })
	if err != nil {
		return nil, err
	}
	a.shared++
	return func() { a.change(func() { a.shared-- }) }, nil
}

// TakeAlone waits until all computations that were admitted have left.
func (a *Admission) TakeAlone(ctx context.Context) (leave func(), err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.waiting++
	err = a.wait(ctx, func() bool { return a.alone || a.shared > 0 })
	a.waiting--
	if err != nil {
		a.changed.Broadcast() // those that waited behind
		return nil, err
	}
	a.alone = true
	return func() { a.change(func() { a.alone = false }) }, nil
}

// wait waits, with the mutex held, while it has to.
func (a *Admission) wait(ctx context.Context, hasTo func() bool) error {
	defer context.AfterFunc(ctx, func() { a.change(func() {}) })()
	for hasTo() && !a.closed && ctx.Err() == nil {
		a.changed.Wait()
	}
	if a.closed {
		return ErrClosed
	}
	return cuda.Stopped(ctx)
}

// Close sends away all waiting computations, and all later ones.
func (a *Admission) Close() { a.change(func() { a.closed = true }) }

func (a *Admission) change(f func()) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	f()
	a.changed.Broadcast()
}
