package vector

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Evictable is a vector that stays between workspaces until its memory is needed.
//
// It holds values that can be computed again, and no secrets. All workspaces may use it.
type Evictable struct {
	store  *Store
	vector *Vector
	// Guarded by the store's mutex.
	users  int
	closed bool // to further users
	freed  bool
}

// Evictable returns an evictable vector of n elements, not cleared, with one user. Nothing is given
// up for it: without room there is none, and the result is nil.
func (w *Workspace) Evictable(f *plan.Field, n int) (*Evictable, error) {
	if n < 1 || n > MaxElements {
		return nil, fmt.Errorf("vector of %d elements: not supported", n)
	}
	e := &Evictable{store: w.store, users: 1}
	a := &allocation{device: w.device, field: f, owner: e, bytes: uint64(n * f.ElementBytes())}
	var err error
	if a.at, err = w.device.Alloc(plan.ForBases, a.bytes); driver.OutOfMemory(err) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", n, f.Name, err)
	}
	e.vector = &Vector{memory: a, count: n}
	e.store.cache(e, e)
	return e, nil
}

// Vector returns the vector, for the use of its users.
func (e *Evictable) Vector() *Vector { return e.vector }

// Use reports whether the vector is still there. If so it has one more user, and stays until that
// one calls Done.
func (e *Evictable) Use() bool {
	s := e.store
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
	s := e.store
	s.mutex.Lock()
	defer s.mutex.Unlock()
	e.users--
	if !e.closed {
		return nil
	}
	return e.evict()
}

// Close frees the vector, at once or with its last user. A second Close does nothing.
func (e *Evictable) Close() error {
	s := e.store
	s.mutex.Lock()
	defer s.mutex.Unlock()
	e.closed = true
	return e.evict()
}

// evict frees the vector unless it has users. The caller holds the store's mutex.
func (e *Evictable) evict() error {
	if e.used() || e.freed {
		return nil
	}
	delete(e.store.cached, e)
	return e.free()
}

func (e *Evictable) used() bool { return e.users > 0 }

// unlist closes the vector to further users. The caller holds the store's mutex.
func (e *Evictable) unlist() {
	e.closed = true
	delete(e.store.cached, e)
}

// free frees the vector. The caller holds the store's mutex.
func (e *Evictable) free() error {
	e.freed = true
	return e.vector.memory.free(plan.ForBases)
}

// release closes the vector, as the owner of its memory.
func (e *Evictable) release(*allocation) error { return e.Close() }
