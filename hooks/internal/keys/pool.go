package keys

import (
	"io"
	"slices"
	"sync"
)

// Pool keeps vectors that several keys share. They may be the points of one structured reference
// string. It loads each of them once. A vector is recognised by its content, wherever it lies, and
// also as the beginning of a longer one. It is closed with the last user. The zero value is ready
// for use; its methods may be called concurrently.
//
// K says where a vector is loaded: the same points on two engines are two vectors.
type Pool[K comparable, T comparable, V io.Closer] struct {
	mu      sync.Mutex
	entries []*pooled[K, T, V]
}

// pooled is one loaded vector. Its users are counted under the pool's mu.
type pooled[K comparable, T comparable, V io.Closer] struct {
	place K
	seen  Fingerprint[T]
	value V
	users int
}

// Acquire returns the value loaded for a vector that begins with slice, or loads slice. Loads
// happen one at a time. The slice must not change while it is in use.
func (p *Pool[K, T, V]) Acquire(
	place K, slice []T, load func([]T) (V, error)) (*Share[V], error,
) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.entries {
		if e.place == place && e.beginsWith(slice) {
			e.users++
			return p.share(e), nil
		}
	}
	value, err := load(slice)
	if err != nil {
		return nil, err
	}
	e := &pooled[K, T, V]{place: place, seen: FingerprintOf(slice), value: value, users: 1}
	p.entries = append(p.entries, e)
	return p.share(e), nil
}

func (p *Pool[K, T, V]) share(e *pooled[K, T, V]) *Share[V] {
	return &Share[V]{
		Value: e.value,
		Forget: func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.remove(e)
		},
		release: sync.OnceValue(func() error { return p.release(e) }),
	}
}

func (p *Pool[K, T, V]) release(e *pooled[K, T, V]) error {
	p.mu.Lock()
	e.users--
	last := e.users == 0
	if last {
		p.remove(e)
	}
	p.mu.Unlock()
	if !last {
		return nil
	}
	return e.value.Close()
}

// remove takes a vector off the list. The caller holds mu.
func (p *Pool[K, T, V]) remove(e *pooled[K, T, V]) {
	p.entries = slices.DeleteFunc(p.entries,
		func(other *pooled[K, T, V]) bool { return other == e })
}

// beginsWith compares content. A vector whose own memory was overwritten since it was loaded begins
// with nothing.
func (e *pooled[K, T, V]) beginsWith(slice []T) bool {
	loaded := e.seen.slice
	if len(slice) == 0 || len(slice) > len(loaded) || !e.seen.Matches(loaded) {
		return false
	}
	return slices.Equal(loaded[:len(slice)], slice)
}

// Share is one user's hold on a vector of a pool.
type Share[V io.Closer] struct {
	// Value is the loaded vector: of the requested slice, or of a longer one that begins with it.
	Value V
	// Forget has the pool's next Acquire reload the vector. Its users keep the value, which the
	// last of them closes.
	Forget  func()
	release func() error
}

// Close releases the share; only the first Close does. The error is that of closing the value, if
// this was the last user.
func (s *Share[V]) Close() error { return s.release() }
