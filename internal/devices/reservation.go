package devices

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Reservation is the place of a task that is prepared before it begins, as a proof is while its
// witness is solved. The task counts there all the while, so that others find other places. One
// goroutine may use it; nil has no place.
type Reservation[C io.Closer] struct {
	Team *Team[C] // nil if one copy does the task
	Copy C        // nil if a team does

	copies *Copies[C]
	device *Device // of the copy; nil for the CPU
	end    func()
}

// Reserve reserves a place: the team if its devices are idle, or does all tasks, and otherwise the
// copy on the device that would end the task first. It has to be ended.
func Reserve[C io.Closer](s *KeyTeam[C], c *Copies[C]) (*Reservation[C], error) {
	r := &Reservation[C]{copies: c}
	if t := s.Team(); t != nil {
		if end := t.take(); end != nil {
			r.Team, r.end = t, sync.OnceFunc(end)
			return r, nil
		}
	}
	err := c.try(func(d *Device) (err error) {
		if r.Copy, err = c.get(d); err == nil {
			r.place(d)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// place counts the task on a device.
func (r *Reservation[C]) place(d *Device) { r.device, r.end = d, sync.OnceFunc(d.take(r.copies.n)) }

// Use has the task done where it was reserved, or with the copy on a device that is idle by now.
// Where a device fails another one begins anew, and the CPU in the end. The task gets the team, or
// a copy and no team.
func (r *Reservation[C]) Use(task func(*Team[C], C) error) error {
	r.move()
	err := task(r.Team, r.Copy)
	if !errors.Is(err, session.ErrElsewhere) {
		return err
	}
	r.End()
	return r.copies.Use(func(c C) error { return task(nil, c) })
}

// move moves the task to a device with a copy that has nothing to do, if its own has other tasks.
func (r *Reservation[C]) move() {
	if r.device == nil || r.device.queued.Load() <= int64(r.copies.n) || !r.toIdle() {
		return
	}
	if there, err := r.copies.get(r.device); err == nil { // or it goes on where it was prepared
		r.Copy = there
	}
}

// toIdle counts the task on an idle device, if there is one.
func (r *Reservation[C]) toIdle() bool {
	set := r.copies.set
	set.choosing.Lock()
	defer set.choosing.Unlock()
	for _, d := range set.all() {
		if d.Usable() && d.queued.Load() == 0 && r.copies.has(d) {
			r.end()
			r.place(d)
			return true
		}
	}
	return false
}

// End ends the reservation. A second call does nothing.
func (r *Reservation[C]) End() {
	if r != nil {
		r.end()
	}
}
