package group

import (
	"errors"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// need has a task's needs of a device.
type need struct {
	points int                // or elements, that the task works with
	loaded func(*Device) bool // the device has the task's data; nil if nothing is loaded
	copied bool               // it may be loaded onto one device more
}

// choose returns the device for a task, but none of those in but. The task counts there until done
// is called. It returns nil if there is none.
func (s *Set) choose(n need, but []*Device) (d *Device, done func()) {
	s.choosing.Lock()
	defer s.choosing.Unlock()
	i := First(s.states(n, but), float64(n.points))
	if i == none {
		return nil, func() {}
	}
	d = s.all()[i]
	return d, sync.OnceFunc(d.take(n.points))
}

// take counts a task over n points, until done is called. The CPU, which is nil, counts nothing.
func (d *Device) take(n int) (done func()) {
	if d == nil {
		return func() {}
	}
	d.queued.Add(int64(n))
	return func() { d.queued.Add(-int64(n)) }
}

// states returns the states of all devices for a task. The caller holds choosing.
func (s *Set) states(n need, but []*Device) []State {
	all := s.all()
	states := make([]State, len(all))
	somewhere := false
	for i, d := range all {
		st := State{
			Usable: d.Usable() && !slices.Contains(but, d), Loaded: n.loaded == nil || n.loaded(d),
			Speed: s.speed(i), Queued: float64(d.queued.Load()),
		}
		if !st.Loaded {
			st.Room, st.Held = d.room(), d.held.Load()
		}
		states[i] = st
		somewhere = somewhere || st.Usable && st.Loaded
	}
	for i := range states {
		if somewhere && !n.copied && !states[i].Loaded {
			states[i].Usable = false
		}
	}
	return states
}

// Try has a device do a task over n points or elements. The task brings along all that it needs.
// Where the device fails another one does it, and in the end the CPU.
func (s *Set) Try(n int, task func(*engine.Engine) error) error {
	return s.attempts(need{points: n}).do(func(d *Device) error { return task(s.engineOf(d)) })
}

// tryPart is [Set.Try] for a part of an MSM. If the part has a device, that one comes first.
func (s *Set) tryPart(p Part, task func(*engine.Engine) error) error {
	n := need{points: p.To - p.From}
	if p.Device != Anywhere {
		n.loaded = func(d *Device) bool { return d == s.all()[p.Device] }
	}
	return s.attempts(n).do(func(d *Device) error { return task(s.engineOf(d)) })
}

// engineOf returns the engine of a device; that of the CPU for nil.
func (s *Set) engineOf(d *Device) *engine.Engine {
	if d == nil {
		return s.cpu
	}
	return d.Engine()
}

// attempts are the devices that try a task in turn, and then the CPU.
type attempts struct {
	set    *Set
	need   need
	device *Device // of the latest try; nil for the CPU
	leave  func()  // ends the count there; it may be called again

	last     bool // the latest try is the last one
	failed   []*Device
	failures []error
}

func (s *Set) attempts(n need) *attempts { return &attempts{set: s, need: n, leave: func() {}} }

// next begins a try. It returns false if there is none left.
func (t *attempts) next() bool {
	s := t.set
	if t.device = s.sole(t.need.points); t.device != nil {
		t.last = true
		return true
	}
	t.device, t.leave = s.choose(t.need, t.failed)
	if t.device != nil {
		return true
	}
	t.last = true
	switch {
	case !s.strict:
		return true
	case len(t.failures) == 0: // all were lost before
		t.device = s.all()[0]
		return true
	}
	return false
}

// end ends a try. It begins another one after the failure of a device, or returns the task's
// last error.
func (t *attempts) end(err error) (again bool, final error) {
	t.leave()
	if t.last || !errors.Is(err, engine.ErrElsewhere) {
		return false, err
	}
	t.failed, t.failures = append(t.failed, t.device), append(t.failures, err)
	if t.next() {
		return true, nil
	}
	return false, errors.Join(t.failures...)
}

// do has a task done. It gets a nil device for the CPU.
func (t *attempts) do(task func(*Device) error) (err error) {
	for again := t.next(); again; {
		again, err = t.end(func() error {
			defer t.leave() // after a panic, too
			return task(t.device)
		}())
	}
	return err
}
