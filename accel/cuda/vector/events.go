package vector

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// events are events for scalars, which serve one after the other.
type events struct {
	mutex sync.Mutex
	idle  []driver.Event
}

func (l *events) take(t *driver.Thread) (driver.Event, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if n := len(l.idle); n > 0 {
		e := l.idle[n-1]
		l.idle = l.idle[:n-1]
		return e, nil
	}
	return t.NewEvent(driver.Ordering)
}

func (l *events) put(e driver.Event) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if e != 0 {
		l.idle = append(l.idle, e)
	}
}

// destroy destroys the events. Nobody uses one any more.
func (l *events) destroy(t *driver.Thread) (err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, e := range l.idle {
		err = errors.Join(err, t.DestroyEvent(e))
	}
	l.idle = nil
	return err
}
