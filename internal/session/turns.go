package session

import "sync"

// turns let computations run beside each other, or one alone. Who waits for a turn alone comes before all that come later.
//
// Other than with a sync.RWMutex, everybody who waits is sent away when the device is closed: a turn may last for a whole
// proof, whose next step could not begin while Close waits for what is waiting.
type turns struct {
	mutex   sync.Mutex
	changed *sync.Cond
	beside  int  // turns that are under way, but for one alone
	alone   bool // one alone is under way
	waiting int  // for a turn alone
	closed  bool
}

func newTurns() *turns {
	t := new(turns)
	t.changed = sync.NewCond(&t.mutex)
	return t
}

// share waits for a turn beside others. Whoever has a turn must not ask for a second one.
func (t *turns) share() (leave func(), err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for (t.alone || t.waiting > 0) && !t.closed {
		t.changed.Wait()
	}
	if t.closed {
		return nil, ErrClosed
	}
	t.beside++
	return func() { t.change(func() { t.beside-- }) }, nil
}

// takeAlone waits until all turns that are under way have ended.
func (t *turns) takeAlone() (leave func(), err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.waiting++
	for (t.alone || t.beside > 0) && !t.closed {
		t.changed.Wait()
	}
	t.waiting--
	if t.closed {
		return nil, ErrClosed
	}
	t.alone = true
	return func() { t.change(func() { t.alone = false }) }, nil
}

// close sends away who waits, and who comes.
func (t *turns) close() { t.change(func() { t.closed = true }) }

func (t *turns) change(f func()) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	f()
	t.changed.Broadcast()
}
