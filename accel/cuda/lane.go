//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// lane is what one MSM at a time needs beside its bases: two streams, events, an arena of device memory and pinned
// buffers. All of it is made at the first use and kept for the next MSM.
type lane struct {
	device *device
	index  int // among the device's
	open   bool

	compute, copies driver.Stream
	copied, free    [sides]driver.Event // of the buffers for what is sent: filled, and no longer needed
	ending          driver.Event        // the last entry of an MSM is added up
	finished        driver.Event
	marks           marks
	stage           stage
	results         *driver.Pinned

	arena      driver.Ptr
	arenaBytes uint64
}

// prepare makes the lane's streams, events and pinned buffers.
func (l *lane) prepare() error {
	if l.open {
		return nil
	}
	err := l.device.context.Do(func(t *driver.Thread) error {
		for _, s := range l.streams() {
			if *s == 0 {
				var err error
				if *s, err = l.device.streams.create(t); err != nil {
					return err
				}
			}
		}
		for e, kind := range l.events() {
			if *e == 0 {
				var err error
				if *e, err = t.NewEvent(kind); err != nil {
					return err
				}
			}
		}
		return nil
	})
	l.open = err == nil
	return err
}

func (l *lane) streams() []*driver.Stream {
	return []*driver.Stream{&l.copies, &l.compute}
}

func (l *lane) events() map[*driver.Event]driver.EventKind {
	return map[*driver.Event]driver.EventKind{
		&l.copied[0]: driver.Ordering, &l.copied[1]: driver.Ordering, &l.free[0]: driver.Ordering, &l.free[1]: driver.Ordering,
		&l.ending: driver.Waking, &l.finished: driver.Waking,
	}
}

// reserve makes the arena at least so large.
func (l *lane) reserve(bytes uint64) error {
	if l.arenaBytes >= bytes {
		return nil
	}
	if err := l.dropArena(); err != nil {
		return err
	}
	return l.device.context.Do(func(t *driver.Thread) error {
		p, err := t.Alloc(bytes)
		if err == nil {
			l.arena, l.arenaBytes = p, bytes
		}
		return err
	})
}

// reserveResults makes the pinned buffer for results at least so large.
func (l *lane) reserveResults(bytes int) error {
	if l.results != nil && len(l.results.Bytes()) >= bytes {
		return nil
	}
	return l.device.context.Do(func(t *driver.Thread) error {
		if err := l.dropResults(t); err != nil {
			return err
		}
		var err error
		l.results, err = t.AllocPinned(bytes)
		return err
	})
}

// dropResults clears the pinned buffer for results, which may be commitments that nobody has seen yet, and frees it.
func (l *lane) dropResults(t *driver.Thread) error {
	if l.results == nil {
		return nil
	}
	clear(l.results.Bytes())
	err := t.FreePinned(l.results)
	if err == nil {
		l.results = nil
	}
	return err
}

// dropArena clears the arena, which held sums of secrets, and frees it.
func (l *lane) dropArena() error {
	if l.arena == 0 {
		return nil
	}
	scrubbed := l.scrub()
	err := l.device.context.Do(func(t *driver.Thread) error { return t.Free(l.arena) })
	if err == nil {
		l.arena, l.arenaBytes = 0, 0
	}
	return errors.Join(scrubbed, err)
}

// settle waits for everything that the lane has queued, after a failure.
func (l *lane) settle() error {
	return l.device.context.Do(func(t *driver.Thread) error {
		var failures []error
		for _, s := range l.streams() {
			failures = append(failures, synchronize(t, *s))
		}
		return errors.Join(failures...)
	})
}

// scrub clears the pinned buffers and the whole arena: after a failed MSM, and before the arena is freed.
func (l *lane) scrub() error {
	l.stage.wipe()
	if l.arena == 0 {
		return nil
	}
	return l.device.context.Do(func(t *driver.Thread) error {
		return errors.Join(t.Memset32(l.arena, 0, l.arenaBytes/4, l.compute), t.Synchronize(l.compute))
	})
}

func synchronize(t *driver.Thread, s driver.Stream) error {
	if s == 0 {
		return nil
	}
	return t.Synchronize(s)
}

// close frees what the lane holds, as far as the device still answers.
func (l *lane) close() error {
	failures := []error{l.settle(), l.dropArena(), l.stage.close(l.device.context)}
	failures = append(failures, l.device.context.Do(func(t *driver.Thread) error {
		failures := []error{l.dropResults(t), l.marks.close(t)}
		for e := range l.events() {
			if *e != 0 {
				failures = append(failures, t.DestroyEvent(*e))
				*e = 0
			}
		}
		for _, s := range l.streams() {
			if *s != 0 {
				failures = append(failures, l.device.streams.destroy(t, *s))
				*s = 0
			}
		}
		return errors.Join(failures...)
	}))
	l.open = false
	return errors.Join(failures...)
}
