package vector

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Scalars lends vectors of the workspace to MSMs, as they will be once all queued operations have
// run. The vectors are of one field. The scalars must be closed.
func (w *Workspace) Scalars(vectors ...*Vector) (*device.Scalars, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, v := range vectors {
		if v.workspace() == nil {
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

// Scalars lends the vector, which belongs to a workspace, as [Workspace.Scalars] does.
func (v *Vector) Scalars() (*device.Scalars, error) {
	w := v.workspace()
	if w == nil {
		return nil, errNoOwner
	}
	return w.Scalars(v)
}

// errNoOwner: only a workspace's vectors can be lent.
var errNoOwner = errors.New("a vector that belongs to no workspace")

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
