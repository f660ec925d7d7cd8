package devices

import (
	"io"
	"sync"
)

// Reservation is the place of a task that is prepared before it begins, as a proof is while its
// witness is solved. The task counts there all the while, so that others find other places. One
// goroutine may use it; nil has no place.
type Reservation[C io.Closer] struct {
	Team *Team[C] // nil if one copy does the task
	Copy C        // nil if a team does

	end func()
}

// Reserve reserves a place: the team if its devices are idle, or does all tasks, and otherwise the
// copy on the device that would end the task first. It has to be ended.
func Reserve[C io.Closer](s *KeyTeam[C], c *Copies[C]) (*Reservation[C], error) {
	if t := s.Team(); t != nil {
		if end := t.take(); end != nil {
			return &Reservation[C]{Team: t, end: sync.OnceFunc(end)}, nil
		}
	}
	r := new(Reservation[C])
	err := c.try(func(d *Device) (err error) {
		if r.Copy, err = c.get(d); err == nil {
			r.end = sync.OnceFunc(d.take(c.n))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// End ends the reservation. A second call does nothing.
func (r *Reservation[C]) End() {
	if r != nil {
		r.end()
	}
}
