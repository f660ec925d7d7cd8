package engine

import "sync"

// lifetime counts the uses of a resource, so that its close waits for them.
//
// A use may begin another one inside: once close has been called, begin fails at once and
// never waits. With a sync.RWMutex the inner one would wait for close, and close for the outer.
type lifetime struct {
	mutex  sync.Mutex // guards closed, and uses against an Add beside Wait
	closed bool
	uses   sync.WaitGroup
	once   sync.Once
}

// begin begins a use, which end ends. It returns ErrClosed once close has been called.
func (l *lifetime) begin() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.closed {
		return ErrClosed
	}
	l.uses.Add(1)
	return nil
}

func (l *lifetime) end() { l.uses.Done() }

// over says whether close has been called.
func (l *lifetime) over() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.closed
}

// close lets no use begin, waits for those under way, and calls release. Only the first close
// calls it; the others wait for that and return nil.
func (l *lifetime) close(release func() error) (err error) {
	l.mutex.Lock()
	l.closed = true
	l.mutex.Unlock()
	l.once.Do(func() {
		l.uses.Wait()
		err = release()
	})
	return err
}
