package devices

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// need is what a task needs of a device.
type need struct {
	points int                // or elements, that the task works with
	loaded func(*Device) bool // the device has what the task works with; nil if nothing is loaded
	copied bool               // it may be loaded onto one device more
}

// choose returns the device for a task, none of those in but, and counts the task there until done
// is called. It returns nil if there is none.
func (s *Set) choose(n need, but []*Device) (d *Device, done func()) {
	s.choosing.Lock()
	defer s.choosing.Unlock()
	i := First(s.states(n, but), float64(n.points))
	if i == nowhere {
		return nil, func() {}
	}
	d = s.all()[i]
	return d, d.take(n.points)
}

// take counts a task over n points, until done is called. The CPU, which is nil, counts nothing.
func (d *Device) take(n int) (done func()) {
	if d == nil {
		return func() {}
	}
	d.queued.Add(int64(n))
	return func() { d.queued.Add(-int64(n)) }
}

// states returns those of all devices for a task. The caller holds choosing.
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

// Try has a device do a task over n points or elements, which brings along all that it needs. Where
// the device fails another one does it, and in the end the CPU.
func (s *Set) Try(n int, task func(*session.Engine) error) error {
	return s.try(need{points: n}, func(d *Device) error { return task(s.engineOf(d)) })
}

// engineOf returns the engine of a device; that of the CPU for nil.
func (s *Set) engineOf(d *Device) *session.Engine {
	if d == nil {
		return s.cpu
	}
	return d.Engine()
}

// try is Try for tasks that need something of the device. The task gets a nil device for the CPU.
func (s *Set) try(n need, task func(*Device) error) error {
	all := s.all()
	if len(all) == 1 || s.small(n.points) {
		return task(all[0])
	}
	var failed []*Device
	var failures []error
	for {
		d, done := s.choose(n, failed)
		if d == nil {
			break
		}
		err := func() error {
			defer done()
			return task(d)
		}()
		if !errors.Is(err, session.ErrElsewhere) {
			return err
		}
		failed, failures = append(failed, d), append(failures, err)
	}
	switch {
	case !s.strict:
		return task(nil)
	case len(failures) == 0: // all were lost before
		return task(all[0])
	}
	return errors.Join(failures...)
}
