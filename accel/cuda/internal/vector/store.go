package vector

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// maxIdle is the number of idle workspaces whose pinned buffers a device keeps. A stream uses
// three or four. To allocate or to free buffers has all others wait, for ten milliseconds.
const maxIdle = 4

// Store owns the workspaces, domains and vectors of a device. It is safe for concurrent use.
type Store struct {
	device *device.Device

	// queueing is read-locked while operations are queued: a resident vector is closed between
	// them.
	queueing sync.RWMutex

	mutex     sync.Mutex
	all       map[*resources]struct{}
	idle      []*resources
	pool      device.Pool // of workspaces that are closed
	residents map[*allocation]struct{}
	cached    map[any]*cached // domains and evictable vectors
}

// NewStore returns the empty store of a device.
func NewStore(d *device.Device) *Store {
	return &Store{
		device: d, all: map[*resources]struct{}{}, pool: device.Pool{},
		residents: map[*allocation]struct{}{}, cached: map[any]*cached{},
	}
}

// acquireResources returns idle resources, or new ones. They have to be released.
func (s *Store) acquireResources() (*resources, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if n := len(s.idle); n > 0 {
		r := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return r, nil
	}
	r, err := newResources(s.device)
	if err != nil {
		return nil, err
	}
	s.all[r] = struct{}{}
	return r, nil
}

// releaseResources keeps resources for the next workspace, and their memory for all. It destroys
// them if the store has enough, or if they failed.
func (s *Store) releaseResources(r *resources, failed bool) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !failed && len(s.idle) < maxIdle {
		s.idle = append(s.idle, r)
		r.pool.Empty(s.pool)
		return nil
	}
	delete(s.all, r)
	return r.destroy()
}

// Reclaim frees memory that nobody uses: of closed workspaces and domains, and evictable vectors.
func (s *Store) Reclaim() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	err := s.pool.Free(s.device)
	for _, c := range s.cached {
		err = errors.Join(err, c.evict())
	}
	return err
}

// Renew frees all that the device keeps between computations. Parts in use go with their last user.
// So all that is needed again is computed again: Renew is for a device whose results were wrong.
func (s *Store) Renew() error {
	s.mutex.Lock()
	for _, c := range s.cached {
		if c.users > 0 {
			c.unlist()
		}
	}
	s.mutex.Unlock()
	return s.Reclaim()
}

// cleared returns cleared memory of a size that a closed workspace left, if any.
func (s *Store) cleared(bytes uint64) (at driver.Ptr, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.pool.Take(bytes)
}

// room reports whether memory of a size is left. Memory that closed workspaces left counts, and so
// do the bytes beside it.
func (s *Store) room(bytes, beside uint64) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.pool[bytes]) > 0 || bytes <= s.pool.Bytes()+beside
}

// alloc takes memory for vectors or tables, if need be memory that nobody uses.
func (s *Store) alloc(p plan.Purpose, bytes uint64) (driver.Ptr, error) {
	return s.device.Alloc(p, bytes, s.Reclaim)
}

// release clears and frees a resident vector, behind the work of all workspaces.
func (s *Store) release(a *allocation) error {
	if !s.forget(a) {
		return nil
	}
	r, err := s.acquireResources()
	if err != nil {
		return errors.Join(err, a.free(plan.ForBases))
	}
	cleared := errors.Join(s.clearBehind(r, a), r.wait())
	return errors.Join(cleared, a.free(plan.ForBases), s.releaseResources(r, cleared != nil))
}

// clearBehind queues the clearing of a vector behind the work of all workspaces. None of their
// streams is destroyed meanwhile, which the mutex keeps out.
func (s *Store) clearBehind(r *resources, a *allocation) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return r.do(func(q *driver.Queue) {
		for other := range s.all {
			q.After(other.stream, r.done)
		}
		q.Memset32(a.at, 0, a.bytes/4)
	})
}

// forget closes a resident vector to all operations, and reports whether it was open.
func (s *Store) forget(a *allocation) bool {
	s.queueing.Lock()
	defer s.queueing.Unlock()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.residents, a)
	open := !a.closed
	a.closed = true
	return open
}

// Close frees everything. Workspaces must have been closed before. Vectors and domains that were
// left open go too.
func (s *Store) Close() (err error) {
	s.mutex.Lock()
	residents := slices.Collect(maps.Keys(s.residents))
	s.mutex.Unlock()
	for _, a := range residents {
		err = errors.Join(err, s.release(a))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	err = errors.Join(err, s.pool.Free(s.device))
	for r := range s.all {
		err = errors.Join(err, r.destroy())
	}
	for _, c := range s.cached {
		c.users = 0
		err = errors.Join(err, c.evict())
	}
	clear(s.all)
	clear(s.residents)
	s.idle = nil
	return err
}
