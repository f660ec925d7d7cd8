package vector

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// Evictable is a vector that stays between workspaces until its memory is needed.
//
// It holds values that can be computed again, and no secrets. All workspaces may use it.
type Evictable struct {
	cached
	vector *Vector
}

// Evictable returns an evictable vector of n elements, not cleared, with one user. Nothing is given
// up for it: without room there is none, and the result is nil.
func (w *Workspace) Evictable(f *plan.Field, n int) (*Evictable, error) {
	if n == 0 {
		return nil, notSupported(n)
	}
	e := &Evictable{cached: cached{store: w.store}}
	v, err := w.newVector(f, n, e, func(a *allocation) (err error) {
		a.at, err = w.device.Alloc(plan.ForBases, a.bytes)
		return err
	})
	if driver.OutOfMemory(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e.vector, e.key = v, e
	e.free = func() error { return v.memory.free(plan.ForBases) }
	w.store.mutex.Lock()
	defer w.store.mutex.Unlock()
	e.list()
	return e, nil
}

// Vector returns the vector, for the use of its users.
func (e *Evictable) Vector() *Vector { return e.vector }

// Use reports whether the vector is still there. If so it has one more user, and stays until that
// one calls Done.
func (e *Evictable) Use() bool {
	e.store.mutex.Lock()
	defer e.store.mutex.Unlock()
	if !e.closed {
		e.users++
	}
	return !e.closed
}

// Done says that a user's operations have run.
func (e *Evictable) Done() error { return e.done() }

// Close frees the vector, at once or with its last user. A second Close does nothing.
func (e *Evictable) Close() error {
	e.store.mutex.Lock()
	defer e.store.mutex.Unlock()
	e.closed = true
	return e.evict()
}

// release closes the vector, as the owner of its memory.
func (e *Evictable) release(*allocation) error { return e.Close() }
