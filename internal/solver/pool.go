package solver

import (
	"slices"
	"sync"
	"time"
)

// pool keeps the memory of solutions for later ones. It keeps as much as was used at once of late.
type pool[B interface{ Drop() }] struct {
	mu    sync.Mutex
	free  []B         // the last one is used next
	least int         // the fewest that were free since the timer began
	timer *time.Timer // while any is free
}

// pause is how long unused memory is kept. Fresh memory costs a good part of a solution's time.
const pause = 30 * time.Second

// Get returns the memory that was given last.
func (s *pool[B]) Get() (b B, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.free) - 1
	if n < 0 {
		return b, false
	}
	b = s.free[n]
	s.free = slices.Delete(s.free, n, n+1)
	s.least = min(s.least, n)
	return b, true
}

// Put keeps memory for the next Get. It is dropped once nobody has needed it for a while.
func (s *pool[B]) Put(b B) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, b)
	if s.timer == nil {
		s.timer = time.AfterFunc(pause, s.drop)
	}
}

func (s *pool[B]) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.free)
}

func (s *pool[B]) drop() {
	for _, b := range s.needless() {
		b.Drop()
	}
}

// needless takes out the memory that nobody has needed since the timer began. It begins anew.
func (s *pool[B]) needless() []B {
	s.mu.Lock()
	defer s.mu.Unlock()
	needless := slices.Clone(s.free[:s.least])
	s.free = slices.Delete(s.free, 0, s.least)
	if s.least = len(s.free); s.least > 0 {
		s.timer.Reset(pause)
	} else {
		s.timer = nil
	}
	return needless
}
