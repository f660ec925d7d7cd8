package devices

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Reservation is the place of a task that is prepared before it begins, as a proof is while its
// witness is solved. The task counts there all the while, so that others find other places. It is
// done in a loop: see [Reservation.Again]. One goroutine may use it; nil has no place.
type Reservation[C io.Closer] struct {
	At *Team[C] // the place: a team, or one of a copy alone

	copies *Copies[C]
	device *Device // of a copy that was reserved; nil for the CPU
	end    func()
	tries  *tries // with other copies; nil while the place has not failed
}

// Reserve reserves a place: the team if its devices are idle, or does all tasks, and otherwise the
// copy on the device that would end the task first. It has to be ended.
func (k *Key[C]) Reserve() (*Reservation[C], error) {
	r := &Reservation[C]{copies: k.Copies}
	if t := k.team(); t != nil {
		if end := t.take(); end != nil {
			r.At, r.end = t, sync.OnceFunc(end)
			return r, nil
		}
	}
	err := k.try(func(d *Device) error {
		c, err := k.get(d)
		if err == nil {
			r.At = alone(c)
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

// Begin moves the task, which is about to begin, to a device with a copy that has nothing to do, if
// its own has other tasks.
func (r *Reservation[C]) Begin() {
	if r.device == nil || r.device.queued.Load() <= int64(r.copies.n) || !r.toIdle() {
		return
	}
	if there, err := r.copies.get(r.device); err == nil { // or it goes on where it was prepared
		r.At = alone(there)
	}
}

// Again says whether a task that has ended with an error is to be done anew. Where a device has
// failed that is at a copy on another one, and with the CPU in the end. If not, it returns the
// task's error.
func (r *Reservation[C]) Again(err error) (again bool, final error) {
	switch {
	case r.tries != nil:
		again, err = r.tries.end(err)
	case errors.Is(err, session.ErrElsewhere):
		r.end()
		r.tries = r.copies.tries()
		again = r.tries.next()
	}
	for again {
		var there C
		if there, err = r.copies.get(r.tries.device); err == nil {
			r.At = alone(there)
			return true, nil
		}
		again, err = r.tries.end(err)
	}
	return false, err
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
	if r == nil {
		return
	}
	r.end()
	if r.tries != nil {
		r.tries.leave()
	}
}
