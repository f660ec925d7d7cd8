package msm

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// timestamps are the events between which the phases of an MSM are timed.
type timestamps struct {
	events []driver.Event
	used   int
	phases []phase
}

// phase is the time between two timestamps, which counts into a duration.
type phase struct {
	from, to int
	into     *time.Duration
}

// reset forgets the phases, which would keep their MSM, and its points, from being collected.
func (s *timestamps) reset() { s.used, s.phases = 0, nil }

// record queues the next timestamp and returns its number.
func (s *timestamps) record(q *driver.Queue) int {
	if s.used == len(s.events) {
		e := q.NewEvent(driver.Timing)
		if q.Err() != nil {
			return 0
		}
		s.events = append(s.events, e)
	}
	q.Record(s.events[s.used])
	s.used++
	return s.used - 1
}

// end ends a phase that began at a timestamp.
func (s *timestamps) end(q *driver.Queue, from int, into *time.Duration) {
	s.phases = append(s.phases, phase{from, s.record(q), into})
}

// around has f queue a phase.
func (s *timestamps) around(q *driver.Queue, into *time.Duration, f func()) {
	from := s.record(q)
	f()
	s.end(q, from, into)
}

// measure adds up the phases. All timestamps have passed.
func (s *timestamps) measure(t *driver.Thread) error {
	for _, p := range s.phases {
		d, err := t.Elapsed(s.events[p.from], s.events[p.to])
		if err != nil {
			return err
		}
		*p.into += d
	}
	return nil
}

func (s *timestamps) close(t *driver.Thread) (err error) {
	for _, e := range s.events {
		err = errors.Join(err, t.DestroyEvent(e))
	}
	s.events, s.used = nil, 0
	return err
}
