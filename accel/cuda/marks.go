//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// marks are the events between which the phases of an MSM are timed.
type marks struct {
	events []driver.Event
	used   int
}

func (m *marks) reset() { m.used = 0 }

// set records the next mark on a stream and returns its number.
func (m *marks) set(t *driver.Thread, s driver.Stream) (int, error) {
	if m.used == len(m.events) {
		e, err := t.NewEvent(driver.Timing)
		if err != nil {
			return 0, err
		}
		m.events = append(m.events, e)
	}
	m.used++
	return m.used - 1, t.Record(m.events[m.used-1], s)
}

func (m *marks) between(t *driver.Thread, from, to int) (time.Duration, error) {
	return t.Elapsed(m.events[from], m.events[to])
}

func (m *marks) close(t *driver.Thread) error {
	var failures []error
	for _, e := range m.events {
		failures = append(failures, t.DestroyEvent(e))
	}
	m.events, m.used = nil, 0
	return errors.Join(failures...)
}
