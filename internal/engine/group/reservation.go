package group

import (
	"errors"
	"io"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Reservation is the place of a task that is prepared before it begins. A proof is, while its
// witness is solved. The task counts there all the while, so that others find other places. It is
// done in a loop: see [Reservation.Again]. One goroutine may use it; nil has no place.
type Reservation[C io.Closer] struct {
	At *Team[C] // the place: a team, or one of a copy alone

	copies *Copies[C]
	// attempts has the team as the first one if it has a place there. It is nil where no other
	// device can do the task.
	attempts *attempts
}

// Reserve reserves a place. It is the team if that does all tasks, or if its devices are idle and
// the task is not one of many. Otherwise it is the copy on the device that would end the task
// first. The reservation has to be ended.
func (k *Key[C]) Reserve(many bool) (*Reservation[C], error) {
	if d := k.set.sole(k.n); d != nil {
		there, err := k.get(d)
		if err != nil {
			return nil, err
		}
		return &Reservation[C]{At: single(there), copies: k.Copies}, nil
	}
	r := &Reservation[C]{copies: k.Copies, attempts: k.attempts()}
	if t := k.team(); t != nil && (t.only() || !many) {
		if end := t.take(); end != nil {
			r.At, r.attempts.leave = t, sync.OnceFunc(end)
			return r, nil
		}
	}
	if ok, err := r.next(r.attempts.next(), nil); !ok {
		return nil, err
	}
	return r, nil
}

// Begin moves a task, about to begin, to an idle device with a copy. Its own must have other tasks.
func (r *Reservation[C]) Begin() {
	if r.attempts == nil {
		return
	}
	d := r.attempts.device
	if d == nil || d.queued.Load() <= int64(r.copies.n) || !r.toIdle() {
		return
	}
	if there, err := r.copies.get(r.attempts.device); err == nil { // or it goes on where it was
		r.At = single(there)
	}
}

// toIdle counts the task on an idle device, if there is one.
func (r *Reservation[C]) toIdle() bool {
	set, t := r.copies.set, r.attempts
	set.choosing.Lock()
	defer set.choosing.Unlock()
	for _, d := range set.all() {
		if d.Usable() && d.queued.Load() == 0 && r.copies.has(d) {
			t.leave()
			t.device, t.leave = d, sync.OnceFunc(d.take(r.copies.n))
			return true
		}
	}
	return false
}

// Again says whether a task that ended with an error is done anew. Where a device has failed that
// is at a copy on another one, and with the CPU in the end. If not, it returns the task's error.
func (r *Reservation[C]) Again(err error) (again bool, final error) {
	if r.attempts == nil || !errors.Is(err, engine.ErrElsewhere) {
		return false, err
	}
	return r.next(r.attempts.end(err))
}

// next finds the copy for a try that was begun, or for another one.
func (r *Reservation[C]) next(begun bool, err error) (bool, error) {
	for begun {
		there, failed := r.copies.get(r.attempts.device)
		if failed == nil {
			r.At = single(there)
			break
		}
		begun, err = r.attempts.end(failed)
	}
	return begun, err
}

// End ends the reservation. A second call does nothing.
func (r *Reservation[C]) End() {
	if r != nil && r.attempts != nil {
		r.attempts.leave()
	}
}
