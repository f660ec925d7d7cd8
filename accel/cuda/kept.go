//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
)

// Kept is a vector that stays on a device between workspaces, for as long as nothing else needs its memory: what it holds
// can be computed again, and is no secret. All workspaces may use it.
type Kept struct {
	vector *Vector
	// Guarded by the device's spaces.mutex.
	users  int
	closed bool // to further users
	freed  bool
}

// Keep returns a vector of n elements, not cleared, with one user. Nothing is given up for it. The error of a device without
// room wraps [driver.ErrOutOfMemory].
func (w *Workspace) Keep(f *Field, n int) (*Kept, error) {
	if n < 1 || n > MaxElements {
		return nil, fmt.Errorf("vector of %d elements: not supported", n)
	}
	a := &allocation{device: w.device, field: f, bytes: uint64(n * f.ElementBytes())}
	var err error
	if a.at, err = w.device.alloc(ofBases, a.bytes); err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", n, f.Name, err)
	}
	k := &Kept{vector: &Vector{memory: a, count: n}, users: 1}
	s := &w.device.spaces
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.kept == nil {
		s.kept = map[*Kept]struct{}{}
	}
	s.kept[k] = struct{}{}
	return k, nil
}

// Vector returns the vector, which one user has.
func (k *Kept) Vector() *Vector { return k.vector }

// Use says whether the vector is still there. If so it has one more user, and stays until that one is done.
func (k *Kept) Use() bool {
	s := &k.vector.memory.device.spaces
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if k.closed || k.freed {
		return false
	}
	k.users++
	return true
}

// Done says that a user's operations have run.
func (k *Kept) Done() error {
	s := &k.vector.memory.device.spaces
	s.mutex.Lock()
	defer s.mutex.Unlock()
	k.users--
	if !k.closed {
		return nil
	}
	return s.giveUp(k)
}

// Close frees the vector, at once or when its last user is done. A second Close does nothing.
func (k *Kept) Close() error {
	s := &k.vector.memory.device.spaces
	s.mutex.Lock()
	defer s.mutex.Unlock()
	k.closed = true
	return s.giveUp(k)
}

// giveUp frees a vector that nobody uses. The caller holds mutex.
func (s *spaces) giveUp(k *Kept) error {
	if k.users > 0 || k.freed {
		return nil
	}
	return s.freeKept(k)
}

func (s *spaces) freeKept(k *Kept) error {
	k.freed = true
	delete(s.kept, k)
	a := k.vector.memory
	return a.device.free(ofBases, a.at, a.bytes)
}

// giveUpAll frees all vectors that nobody uses. The caller holds mutex.
func (s *spaces) giveUpAll() error {
	var failures []error
	for k := range s.kept {
		failures = append(failures, s.giveUp(k))
	}
	return errors.Join(failures...)
}
