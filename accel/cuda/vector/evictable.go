package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Evictable is a vector that stays between workspaces until its memory is needed.
//
// It holds values that can be computed again, and no secrets. All workspaces may use it.
type Evictable struct {
	vector *Vector
	// Guarded by the store's mutex.
	users  int
	closed bool // to further users
	freed  bool
}

// Keep returns a vector of n elements, not cleared, with one user. Nothing is given up for it. The
// error of a device without room wraps [driver.ErrOutOfMemory].
func (w *Workspace) Keep(f *plan.Field, n int) (*Evictable, error) {
	if n < 1 || n > MaxElements {
		return nil, fmt.Errorf("vector of %d elements: not supported", n)
	}
	a := &allocation{store: w.store, field: f, bytes: uint64(n * f.ElementBytes())}
	var err error
	if a.at, err = w.device.Alloc(plan.ForBases, a.bytes); err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", n, f.Name, err)
	}
	e := &Evictable{vector: &Vector{memory: a, count: n}, users: 1}
	s := w.store
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.evictables[e] = struct{}{}
	return e, nil
}

func (e *Evictable) store() *Store { return e.vector.memory.store }

// Vector returns the vector, for the use of its users.
func (e *Evictable) Vector() *Vector { return e.vector }

// Use reports whether the vector is still there. If so it has one more user, and stays until that
// one calls Done.
func (e *Evictable) Use() bool {
	s := e.store()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if e.closed || e.freed {
		return false
	}
	e.users++
	return true
}

// Done says that a user's operations have run.
func (e *Evictable) Done() error {
	s := e.store()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	e.users--
	if !e.closed {
		return nil
	}
	return s.evict(e)
}

// Close frees the vector, at once or with its last user. A second Close does nothing.
func (e *Evictable) Close() error {
	s := e.store()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	e.closed = true
	return s.evict(e)
}

// evict frees a vector unless it has users. The caller holds mutex.
func (s *Store) evict(e *Evictable) error {
	if e.users > 0 || e.freed {
		return nil
	}
	return s.freeEvictable(e)
}

// freeEvictable frees a vector. The caller holds mutex.
func (s *Store) freeEvictable(e *Evictable) error {
	e.freed = true
	delete(s.evictables, e)
	return s.free(plan.ForBases, e.vector.memory)
}
