//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Scalars are vectors of one workspace that MSMs are computed with, as they are when what had been queued on the workspace
// before has run. What is queued later runs beside these MSMs and may read the vectors. It must not write them before Close.
// Closing a vector, or the workspace, waits for that.
type Scalars struct {
	vectors []*Vector
	ready   driver.Event
	close   sync.Once
}

// Scalars returns vectors of the workspace, all of one field, as scalars, in Montgomery form. They have to be closed.
func (w *Workspace) Scalars(vectors ...*Vector) (*Scalars, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, v := range vectors {
		if v.memory.owner == nil {
			return nil, errNoWorkspace
		}
	}
	if err := w.check(vectors); err != nil {
		return nil, err
	}
	s := &Scalars{vectors: slices.Clone(vectors)}
	if len(vectors) == 0 {
		return s, nil
	}
	err := w.do(func(t *driver.Thread) (err error) {
		if s.ready, err = w.lending.take(t); err != nil {
			return err
		}
		return t.Record(s.ready, w.stream)
	})
	if err != nil {
		w.lending.put(s.ready)
		return nil, err
	}
	for _, v := range vectors {
		v.memory.lent.Add(1)
	}
	return s, nil
}

// Close says that no MSM with the scalars will be begun, and none runs. Only the first Close does anything.
func (s *Scalars) Close() {
	s.close.Do(func() {
		if len(s.vectors) > 0 {
			s.vectors[0].memory.owner.lending.put(s.ready)
		}
		for _, v := range s.vectors {
			v.memory.lent.Done()
		}
	})
}

// Len returns the number of scalars of the longest vector.
func (s *Scalars) Len() (n int) {
	for _, v := range s.vectors {
		n = max(n, v.count)
	}
	return n
}

// Total returns the number of scalars of all vectors.
func (s *Scalars) Total() (n int) {
	for _, v := range s.vectors {
		n += v.count
	}
	return n
}

// fit returns an error unless the scalars are on the device, and are those of the group.
func (s *Scalars) fit(d *device, g *Group) error {
	for _, v := range s.vectors {
		if v.memory.device != d || curveOf(v.memory.field.Name) != curveOf(g.prefix()) {
			return errOtherField
		}
	}
	return nil
}

// runs yields the vectors, those of one length that lie one behind the other joined to one.
func (s *Scalars) runs(yield func(scalars) bool) {
	for from := 0; from < len(s.vectors); {
		first, many := s.vectors[from], 1
		for from+many < len(s.vectors) && s.vectors[from+many].follows(first, many) {
			many++
		}
		joined := &Vector{memory: first.memory, first: first.first, count: many * first.count}
		if !yield(scalars{there: joined, length: first.count, many: many, ready: s.ready}) {
			return
		}
		from += many
	}
}

// follows says whether the vector lies where one would that is the next but so many after the first of several, equally long.
func (v *Vector) follows(first *Vector, many int) bool {
	return v.memory == first.memory && v.count == first.count && v.count > 0 && v.first == first.first+many*first.count
}

// lending are the events of scalars, which serve one after the other.
type lending struct {
	mutex sync.Mutex
	idle  []driver.Event
}

func (l *lending) take(t *driver.Thread) (driver.Event, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if n := len(l.idle); n > 0 {
		e := l.idle[n-1]
		l.idle = l.idle[:n-1]
		return e, nil
	}
	return t.NewEvent(driver.Ordering)
}

func (l *lending) put(e driver.Event) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if e != 0 {
		l.idle = append(l.idle, e)
	}
}

// destroy destroys the events. Nobody uses one any more.
func (l *lending) destroy(t *driver.Thread) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var failures []error
	for _, e := range l.idle {
		failures = append(failures, t.DestroyEvent(e))
	}
	l.idle = nil
	return errors.Join(failures...)
}

var errNoWorkspace = errors.New("a vector that belongs to no workspace")
