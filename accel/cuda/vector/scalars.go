package vector

import (
	"errors"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Scalars lends vectors of the workspace to MSMs, as they will be once all queued operations have
// run. The vectors are of one field. The scalars must be closed.
func (w *Workspace) Scalars(vectors ...*Vector) (*device.Scalars, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, v := range vectors {
		if v.memory.owner == nil {
			return nil, errNoOwner
		}
	}
	if err := w.check(vectors); err != nil {
		return nil, err
	}
	if err := device.Stopped(w.ctx); err != nil {
		return nil, err
	}
	if len(vectors) == 0 {
		return new(device.Scalars), nil
	}
	ready, err := w.recordReady()
	if err != nil {
		return nil, err
	}
	spans := make([]device.Span, len(vectors))
	for i, v := range vectors {
		v.memory.lent.Add(1)
		spans[i] = device.Span{Allocation: v.memory.at, At: v.at(0), Count: v.count}
	}
	lent, events := slices.Clone(vectors), &w.events
	release := func() {
		events.put(ready)
		for _, v := range lent {
			v.memory.lent.Done()
		}
	}
	field := vectors[0].memory.field.Name
	return device.NewScalars(w.ctx, w.device, field, spans, ready, release), nil
}

// recordReady records an event behind all queued operations.
func (w *Workspace) recordReady() (ready driver.Event, err error) {
	err = w.do(func(t *driver.Thread) (err error) {
		if ready, err = w.events.take(t); err != nil {
			return err
		}
		return t.Record(ready, w.stream)
	})
	if err != nil {
		w.events.put(ready)
	}
	return ready, err
}

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
func (l *events) destroy(t *driver.Thread) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var failures []error
	for _, e := range l.idle {
		failures = append(failures, t.DestroyEvent(e))
	}
	l.idle = nil
	return errors.Join(failures...)
}
