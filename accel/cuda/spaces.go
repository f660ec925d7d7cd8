//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// idleSpaces is how many spaces a device keeps, with their pinned buffers and memory, when nobody uses them.
const idleSpaces = 2

// space is what a workspace has of a device. It outlives the workspace and serves the next one.
type space struct {
	device *device
	stream driver.Stream
	done   driver.Event
	stage  stage
	pool   map[uint64][]driver.Ptr // cleared memory for further vectors, by size
	live   map[*allocation]struct{}

	lending lending
}

// spaces are the spaces and domains of a device.
type spaces struct {
	// queueing is read-locked while operations are queued: a resident vector is closed between them.
	queueing sync.RWMutex

	mutex     sync.Mutex
	all       map[*space]struct{}
	idle      []*space
	domains   map[string]*Domain
	residents map[*allocation]struct{}
	kept      map[*Kept]struct{}
}

// take returns a workspace over an idle space, or over a new one.
func (s *spaces) take(d *device) (*Workspace, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if n := len(s.idle); n > 0 {
		w := &Workspace{space: s.idle[n-1]}
		s.idle = s.idle[:n-1]
		return w, nil
	}
	w := &space{device: d, stage: stage{crew: &d.crew}, pool: map[uint64][]driver.Ptr{}, live: map[*allocation]struct{}{}}
	err := d.context.Do(func(t *driver.Thread) (err error) {
		if w.stream, err = d.streams.create(t); err != nil {
			return err
		}
		w.done, err = t.NewEvent(driver.Waking)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, w.destroy())
	}
	if s.all == nil {
		s.all = map[*space]struct{}{}
	}
	s.all[w] = struct{}{}
	return &Workspace{space: w}, nil
}

// put keeps a space for the next workspace, or destroys it if there are enough, or if it failed.
func (s *spaces) put(w *space, failed bool) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !failed && len(s.idle) < idleSpaces {
		s.idle = append(s.idle, w)
		return nil
	}
	delete(s.all, w)
	return w.destroy()
}

// drop frees what nobody uses: the memory of idle spaces, domains that were closed, and vectors that are kept.
func (s *spaces) drop(d *device) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var failures []error
	for _, w := range s.idle {
		failures = append(failures, w.dropPool())
	}
	for key, domain := range s.domains {
		if domain.users == 0 {
			failures = append(failures, domain.free())
			delete(s.domains, key)
		}
	}
	return errors.Join(append(failures, s.giveUpAll())...)
}

// alloc takes memory for vectors or tables, from what nobody uses if need be.
func (s *spaces) alloc(d *device, purpose purpose, bytes uint64) (driver.Ptr, error) {
	p, err := d.alloc(purpose, bytes)
	if !errors.Is(err, driver.ErrOutOfMemory) {
		return p, err
	}
	if err := s.drop(d); err != nil {
		return 0, err
	}
	return d.alloc(purpose, bytes)
}

// release clears and frees a resident vector, behind everything that any workspace has queued.
func (s *spaces) release(a *allocation) error {
	if !s.forget(a) {
		return nil
	}
	w, err := s.take(a.device)
	if err != nil {
		return errors.Join(err, a.device.free(ofBases, a.at, a.bytes))
	}
	return errors.Join(w.clearBehind(s.everyone(), a), a.device.free(ofBases, a.at, a.bytes), w.Close())
}

// remember keeps a resident vector in mind, for the case that it is still there when the device is closed.
func (s *spaces) remember(a *allocation) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.residents == nil {
		s.residents = map[*allocation]struct{}{}
	}
	s.residents[a] = struct{}{}
}

// forget closes a resident vector to all operations, and says whether it was open.
func (s *spaces) forget(a *allocation) bool {
	s.queueing.Lock()
	defer s.queueing.Unlock()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.residents, a)
	open := !a.closed
	a.closed = true
	return open
}

func (s *spaces) everyone() []*space {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Collect(maps.Keys(s.all))
}

// close frees everything. Workspaces must have been closed before; vectors and domains that were left open go too.
func (s *spaces) close(d *device) error {
	s.mutex.Lock()
	residents := slices.Collect(maps.Keys(s.residents))
	s.mutex.Unlock()
	var failures []error
	for _, a := range residents {
		failures = append(failures, s.release(a))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for w := range s.all {
		failures = append(failures, w.destroy())
	}
	for _, domain := range s.domains {
		failures = append(failures, domain.free())
	}
	for k := range s.kept {
		failures = append(failures, s.freeKept(k))
	}
	s.all, s.idle, s.domains, s.residents = nil, nil, nil, nil
	return errors.Join(failures...)
}

// dropPool frees the memory that is kept for further vectors, all of it cleared.
func (w *space) dropPool() error {
	var failures []error
	for bytes, free := range w.pool {
		for _, p := range free {
			failures = append(failures, w.device.free(ofVectors, p, bytes))
		}
	}
	clear(w.pool)
	return errors.Join(failures...)
}

// alloc takes new memory for vectors or tables: at the cost of the pool, whose vectors have other sizes, if there is no other.
func (w *space) alloc(bytes uint64) (driver.Ptr, error) {
	p, err := w.device.spaces.alloc(w.device, ofVectors, bytes)
	if !errors.Is(err, driver.ErrOutOfMemory) || len(w.pool) == 0 {
		return p, err
	}
	if err := w.dropPool(); err != nil {
		return 0, err
	}
	return w.device.spaces.alloc(w.device, ofVectors, bytes)
}

// recycle queues the clearing of a vector's memory, once no MSM reads it, and keeps it for others. What cannot be cleared is
// freed.
func (w *space) recycle(a *allocation) error {
	a.closed = true
	a.lent.Wait()
	delete(w.live, a)
	if err := w.clear(a); err != nil {
		return errors.Join(err, w.device.free(ofVectors, a.at, a.bytes))
	}
	w.pool[a.bytes] = append(w.pool[a.bytes], a.at)
	return nil
}

func (w *space) clear(a *allocation) error {
	return w.do(func(t *driver.Thread) error { return t.Memset32(a.at, 0, a.bytes/4, w.stream) })
}

func (w *space) recycleAll() error {
	var failures []error
	for a := range w.live {
		failures = append(failures, w.recycle(a))
	}
	return errors.Join(failures...)
}

// destroy frees all that the space has, as far as the device still answers.
func (w *space) destroy() error {
	settle := func(t *driver.Thread) error { return synchronize(t, w.stream) }
	failures := []error{w.recycleAll(), w.do(settle), w.dropPool(), w.stage.close(w.device.context)}
	failures = append(failures, w.do(func(t *driver.Thread) error {
		failures := []error{w.lending.destroy(t)}
		if w.done != 0 {
			failures = append(failures, t.DestroyEvent(w.done))
		}
		if w.stream != 0 {
			failures = append(failures, w.device.streams.destroy(t, w.stream))
		}
		return errors.Join(failures...)
	}))
	w.stream, w.done = 0, 0
	return errors.Join(failures...)
}

func (w *space) do(f func(t *driver.Thread) error) error { return w.device.context.Do(f) }

// wait waits until everything that was queued has run.
func (w *space) wait() error {
	if err := w.do(func(t *driver.Thread) error { return t.Record(w.done, w.stream) }); err != nil {
		return err
	}
	return w.device.context.Wait(w.done)
}

// clearBehind clears a resident vector behind what is on the others' streams, and waits for it.
func (w *space) clearBehind(others []*space, a *allocation) error {
	err := w.do(func(t *driver.Thread) error {
		for _, other := range others {
			if err := t.Record(w.done, other.stream); err != nil {
				return err
			}
			if err := t.StreamWait(w.stream, w.done); err != nil {
				return err
			}
		}
		return t.Memset32(a.at, 0, a.bytes/4, w.stream)
	})
	return errors.Join(err, w.wait())
}
