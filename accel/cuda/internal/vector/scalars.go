package vector

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// Scalars lends vectors of the workspace to MSMs. MSMs read them as they are once all queued
// operations have run. If one of these could not be queued, that is the error. The vectors are of
// one field. The scalars must be closed.
func (w *Workspace) Scalars(vectors ...*Vector) (*device.Scalars, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, v := range vectors {
		if v.workspace() == nil {
			return nil, errNoOwner
		}
	}
	if err := cmp.Or(w.err, w.check(vectors), device.Stopped(w.ctx)); err != nil {
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
	lent, owner := slices.Clone(vectors), w.resources
	release := func() {
		owner.releaseEvent(ready)
		for _, v := range lent {
			v.memory.lent.Done()
		}
	}
	return &device.Scalars{
		Context: w.ctx, Device: w.device, Field: vectors[0].memory.field.Name, Spans: spans,
		Ready: ready, Release: release,
	}, nil
}

// Scalars lends the vector, which belongs to a workspace, as [Workspace.Scalars] does.
func (v *Vector) Scalars() (*device.Scalars, error) {
	w := v.workspace()
	if w == nil {
		return nil, errNoOwner
	}
	return w.Scalars(v)
}

// Borrow returns vectors of a field that another workspace lends. Operations of this one read them
// once they are complete. They must not write them, and must have run before the scalars are
// closed.
func (w *Workspace) Borrow(f *plan.Field, s *device.Scalars) []*Vector {
	w.queue("borrowing", func() error {
		if err := s.Check(w.device, f.Name); err != nil || len(s.Spans) == 0 {
			return err
		}
		return w.do(func(q *driver.Queue) { q.Wait(s.Ready) })
	})
	var vectors []*Vector
	for _, span := range s.Spans {
		a := &allocation{device: w.device, field: f, owner: lender{}, at: span.At}
		vectors = append(vectors, &Vector{memory: a, count: span.Count})
	}
	return vectors
}

// lender owns a borrowed vector, which is not the borrower's to free.
type lender struct{}

func (lender) release(*allocation) error { return nil }

// errNoOwner: only a workspace's vectors can be lent.
var errNoOwner = errors.New("a vector that belongs to no workspace")

// recordReady records an event behind all queued operations.
func (w *Workspace) recordReady() (ready driver.Event, err error) {
	err = w.do(func(q *driver.Queue) {
		ready = w.newEvent(q)
		q.Record(ready)
	})
	if err != nil {
		w.releaseEvent(ready)
	}
	return ready, err
}
