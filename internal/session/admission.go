package session

import "sync"

// admission lets computations run beside each other, or one alone. A computation that waits
// to run alone is admitted before all that come later.
//
// A sync.RWMutex would keep its waiters when the engine closes. Here they are sent away:
// a session may last for a whole proof, whose next step could not begin while Close waits.
type admission struct {
	mutex   sync.Mutex
	changed *sync.Cond
	shared  int  // computations that run beside each other
	alone   bool // one runs alone
	waiting int  // computations that wait to run alone
	closed  bool
}

func newAdmission() *admission {
	a := new(admission)
	a.changed = sync.NewCond(&a.mutex)
	return a
}

// share waits for admission beside others. The holder must not ask a second time.
func (a *admission) share() (leave func(), err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for (a.alone || a.waiting > 0) && !a.closed {
		a.changed.Wait()
	}
	if a.closed {
		return nil, ErrClosed
	}
	a.shared++
	return func() { a.change(func() { a.shared-- }) }, nil
}

// takeAlone waits until all computations that were admitted have left.
func (a *admission) takeAlone() (leave func(), err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.waiting++
	for (a.alone || a.shared > 0) && !a.closed {
		a.changed.Wait()
	}
	a.waiting--
	if a.closed {
		return nil, ErrClosed
	}
	a.alone = true
	return func() { a.change(func() { a.alone = false }) }, nil
}

// close sends away all waiting computations, and all later ones.
func (a *admission) close() { a.change(func() { a.closed = true }) }

func (a *admission) change(f func()) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	f()
	a.changed.Broadcast()
}
