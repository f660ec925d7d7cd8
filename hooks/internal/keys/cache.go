package keys

import (
	"errors"
	"io"
	"runtime"
	"sync"
	"weak"
)

// errAborted is the error of callers that wait for a load that panicked.
var errAborted = errors.New("loading the key was aborted")

// Cache keeps a value of type V for each live key: the state on devices that its proofs share. A
// proving key is an ordinary Go value of gnark's: it does not say that its bases also lie on a
// device, and nobody closes it. A cache loads the state once, keeps it between proofs, and closes
// it, if it is an [io.Closer], when the key is released or garbage collected. It finds keys by weak
// pointers, never by address: tomorrow another key can have the same address.
//
// The zero value is ready for use. Its methods may be called concurrently. V must not refer to the
// key, or the key would never be collected.
type Cache[V any] struct {
	mu      sync.Mutex
	entries map[any]*entry[V] // by the keys' names
}

// Pointer is one to a value of any type, for caches. See [PointerTo].
type Pointer interface {
	// name is a weak pointer.
	name() any
	// cleanup has end called with the name when the value is collected.
	cleanup(end func(name any)) runtime.Cleanup
}

// PointerTo returns a pointer for caches.
func PointerTo[K any](key *K) Pointer { return pointer[K]{key} }

type pointer[K any] struct{ to *K }

func (p pointer[K]) name() any { return weak.Make(p.to) }

func (p pointer[K]) cleanup(end func(name any)) runtime.Cleanup {
	return runtime.AddCleanup(p.to, end, p.name())
}

// entry is one loaded value. The cache holds one reference to it while it is listed, every lease
// holds one more, and the value is closed when the last is released.
type entry[V any] struct {
	loaded  chan struct{} // closed when value and err are final
	value   V
	err     error
	cleanup runtime.Cleanup

	references int // guarded by the cache's mu
}

// Acquire returns a lease on the value of a key.
//
// The first caller loads the value, and the others wait for that load. All of them get an error of
// load, and the next Acquire tries again. Acquire drops a value that usable refuses, and loads
// another.
func (c *Cache[V]) Acquire(
	key Pointer, usable func(V) bool, load func() (V, error)) (*Lease[V], error,
) {
	defer runtime.KeepAlive(key)
	name := key.name()
	for {
		e, isNew := c.reference(key, name)
		if isNew {
			return c.fill(name, e, load)
		}
		<-e.loaded
		if e.err != nil {
			return nil, e.err
		}
		if usable(e.value) {
			return c.lease(e), nil
		}
		err := c.unlist(name, e)
		if err := errors.Join(err, c.release(e)); err != nil {
			return nil, err
		}
	}
}

// Get is Acquire for a value that nobody closes.
func (c *Cache[V]) Get(
	key Pointer, usable func(V) bool, load func() (V, error),
) (value V, err error) {
	lease, err := c.Acquire(key, usable, load)
	if err != nil {
		return value, err
	}
	return lease.Value, lease.Release()
}

// Has says whether a key has a value, or is getting one.
func (c *Cache[V]) Has(key Pointer) bool {
	defer runtime.KeepAlive(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.entries[key.name()]
	return ok
}

// Release forgets the value of a key. It is closed at once if nobody uses it, and otherwise when
// the last lease is released; only in the first case is there an error of Close to return. A key
// that has no value is no error.
func (c *Cache[V]) Release(key Pointer) error {
	defer runtime.KeepAlive(key)
	return c.unlist(key.name(), nil)
}

// reference adds a reference to the key's entry. It lists a missing entry first.
func (c *Cache[V]) reference(key Pointer, name any) (e *entry[V], isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[name]; ok {
		e.references++
		return e, false
	}
	e = &entry[V]{loaded: make(chan struct{}), err: errAborted, references: 2}
	e.cleanup = key.cleanup(c.collected)
	if c.entries == nil {
		c.entries = make(map[any]*entry[V])
	}
	c.entries[name] = e
	return e, true
}

// fill loads the value of a new entry. If that fails, the entry leaves the list again.
func (c *Cache[V]) fill(
	name any, e *entry[V], load func() (V, error)) (*Lease[V], error,
) {
	defer close(e.loaded)
	defer func() {
		if e.err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.remove(name, e)
		}
	}()
	if e.value, e.err = load(); e.err != nil {
		return nil, e.err
	}
	lease := c.lease(e)
	lease.forget = func() error { return c.unlist(name, e) }
	return lease, nil
}

// lease hands out a reference that has been counted already.
func (c *Cache[V]) lease(e *entry[V]) *Lease[V] {
	return &Lease[V]{Value: e.value, release: func() error { return c.release(e) }}
}

// collected is the cleanup of a key. Closing may have to wait for a device, so it leaves the
// runtime's goroutine.
func (c *Cache[V]) collected(name any) {
	go func() {
		log(c.unlist(name, nil), "freeing the device memory of a collected proving key")
	}()
}

// unlist removes an entry from the list, and releases the cache's reference to it. It does nothing
// if that has happened already. Nil stands for any entry of the key.
func (c *Cache[V]) unlist(name any, e *entry[V]) error {
	c.mu.Lock()
	if e == nil {
		e = c.entries[name]
	}
	listed := e != nil && c.remove(name, e)
	c.mu.Unlock()
	if !listed {
		return nil
	}
	return c.release(e)
}

// remove takes an entry off the list and reports whether it was there. The caller holds mu.
func (c *Cache[V]) remove(name any, e *entry[V]) bool {
	if c.entries[name] != e {
		return false
	}
	delete(c.entries, name)
	e.cleanup.Stop()
	return true
}

// release drops one reference and closes the value with the last.
func (c *Cache[V]) release(e *entry[V]) error {
	c.mu.Lock()
	e.references--
	last := e.references == 0
	c.mu.Unlock()
	if !last {
		return nil // and the value may still be loading
	}
	if closer, ok := any(e.value).(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

// Lease is the right to use a value until it is released. It belongs to one goroutine.
type Lease[V any] struct {
	// Value is the loaded value. It stays open until the lease is released.
	Value   V
	release func() error
	forget  func() error // takes it off the cache's list; nil if another Acquire loaded it
}

// Abandon is Release of a value that turned out to be of no use. The cache keeps it only if it was
// there before.
func (l *Lease[V]) Abandon() error {
	var err error
	if l.forget != nil {
		err = l.forget()
	}
	return errors.Join(err, l.Release())
}

// Release ends the lease, once. The error is that of closing the value, if this lease was the
// last to hold it.
func (l *Lease[V]) Release() error {
	release := l.release
	if release == nil {
		return nil
	}
	l.release = nil
	return release()
}
