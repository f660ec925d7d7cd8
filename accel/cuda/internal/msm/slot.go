package msm

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// slot holds the resources of one MSM at a time, beside its bases. They are two streams, events, an
// arena of device memory and pinned buffers. All of it is made at the first use and kept for the
// next MSM.
type slot struct {
	device *device.Device
	index  int // among the device's slots
	open   bool

	compute, copies driver.Stream
	copied, free    [plan.Sides]driver.Event // a side of the buffers is filled, or no longer needed
	ending          driver.Event             // the last entry of an MSM is added up
	finished        driver.Event
	timestamps      timestamps
	ring            *staging.Ring
	results         *driver.Pinned

	arena      driver.Ptr
	arenaBytes uint64
}

// acquire waits for an idle slot, which has to be released.
func (r *Runner) acquire() *slot { return <-r.idle }

func (r *Runner) release(s *slot) { r.idle <- s }

// prepare makes the slot's streams and events.
func (s *slot) prepare() error {
	if s.open {
		return nil
	}
	err := s.device.Context.Do(func(t *driver.Thread) (err error) {
		for _, stream := range s.streams() {
			if err == nil && *stream == 0 {
				*stream, err = t.NewStream()
			}
		}
		for e, kind := range s.events() {
			if err == nil && *e == 0 {
				*e, err = t.NewEvent(kind)
			}
		}
		return err
	})
	s.open = err == nil
	return err
}

// queue has f queue work in the compute stream.
func (s *slot) queue(f func(q *driver.Queue)) error { return s.device.Context.Queue(s.compute, f) }

// finish waits until the work in the compute stream has run.
func (s *slot) finish() error { return s.device.Context.Finish(s.compute, s.finished) }

func (s *slot) streams() []*driver.Stream {
	return []*driver.Stream{&s.copies, &s.compute}
}

func (s *slot) events() map[*driver.Event]driver.EventKind {
	return map[*driver.Event]driver.EventKind{
		&s.copied[0]: driver.Ordering, &s.copied[1]: driver.Ordering,
		&s.free[0]: driver.Ordering, &s.free[1]: driver.Ordering,
		&s.ending: driver.Waking, &s.finished: driver.Waking,
	}
}

// reserve makes the arena at least n bytes large.
func (s *slot) reserve(n uint64) error {
	if s.arenaBytes >= n {
		return nil
	}
	if err := s.freeArena(); err != nil {
		return err
	}
	at, err := s.device.AllocNow(n)
	if err == nil {
		s.arena, s.arenaBytes = at, n
	}
	return err
}

// reserveResults makes the pinned buffer for results at least n bytes large.
func (s *slot) reserveResults(n int) error {
	if s.results != nil && len(s.results.Bytes()) >= n {
		return nil
	}
	return s.device.Context.Do(func(t *driver.Thread) error {
		err := s.freeResults(t)
		if err == nil {
			s.results, err = t.AllocPinned(n)
		}
		return err
	})
}

// freeResults clears and frees the pinned buffer for results. These may be commitments that nobody
// has seen yet.
func (s *slot) freeResults(t *driver.Thread) error {
	if s.results == nil {
		return nil
	}
	clear(s.results.Bytes())
	err := t.FreePinned(s.results)
	if err == nil {
		s.results = nil
	}
	return err
}

// freeArena clears and frees the arena, which held sums over secrets.
func (s *slot) freeArena() error {
	if s.arena == 0 {
		return nil
	}
	wiped := s.wipe()
	err := s.device.Context.Do(func(t *driver.Thread) error { return t.Free(s.arena) })
	if err == nil {
		s.arena, s.arenaBytes = 0, 0
	}
	return errors.Join(wiped, err)
}

// sync waits for everything that the slot has queued, after a failure.
func (s *slot) sync() error {
	return s.device.Context.Do(func(t *driver.Thread) (err error) {
		for _, stream := range s.streams() {
			if *stream != 0 {
				err = errors.Join(err, t.Synchronize(*stream))
			}
		}
		return err
	})
}

// wipe clears the pinned buffers and the whole arena. It is for an arena that will be freed, and
// for one after a failure.
func (s *slot) wipe() error {
	s.ring.Wipe()
	if s.arena == 0 {
		return nil
	}
	return s.device.Context.Do(func(t *driver.Thread) error {
		q := t.Queue(s.compute)
		q.Memset32(s.arena, 0, s.arenaBytes/4)
		return errors.Join(q.Err(), t.Synchronize(s.compute))
	})
}

// close frees everything that the slot holds, as far as the device still answers.
func (s *slot) close() error {
	err := errors.Join(s.sync(), s.freeArena(), s.ring.Close(s.device.Context))
	destroyed := s.device.Context.Do(func(t *driver.Thread) error {
		err := errors.Join(s.freeResults(t), s.timestamps.close(t))
		for e := range s.events() {
			err = errors.Join(err, t.DestroyEvent(*e))
			*e = 0
		}
		for _, stream := range s.streams() {
			err = errors.Join(err, t.DestroyStream(*stream))
			*stream = 0
		}
		return err
	})
	s.open = false
	return errors.Join(err, destroyed)
}
