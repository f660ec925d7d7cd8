package msm

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// timestamps are the events between which the phases of an MSM are timed.
type timestamps struct {
	events []driver.Event
	used   int
}

func (s *timestamps) reset() { s.used = 0 }

// record records the next timestamp on a stream and returns its number.
func (s *timestamps) record(t *driver.Thread, stream driver.Stream) (int, error) {
	if s.used == len(s.events) {
		e, err := t.NewEvent(driver.Timing)
		if err != nil {
			return 0, err
		}
		s.events = append(s.events, e)
	}
	s.used++
	return s.used - 1, t.Record(s.events[s.used-1], stream)
}

// around has f queue work on a stream, and records timestamps before and behind it.
func (s *timestamps) around(
	t *driver.Thread, stream driver.Stream, f func() error,
) (from, to int, err error) {
	if from, err = s.record(t, stream); err != nil {
		return 0, 0, err
	}
	if err = f(); err != nil {
		return 0, 0, err
	}
	to, err = s.record(t, stream)
	return from, to, err
}

// between returns the time between two timestamps that have passed.
func (s *timestamps) between(t *driver.Thread, from, to int) (time.Duration, error) {
	return t.Elapsed(s.events[from], s.events[to])
}

func (s *timestamps) close(t *driver.Thread) (err error) {
	for _, e := range s.events {
		err = errors.Join(err, t.DestroyEvent(e))
	}
	s.events, s.used = nil, 0
	return err
}
