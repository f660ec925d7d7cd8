package engine

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// retainedShare bounds the points that wait to become bases. They take one in retainedShare bytes
// of the memory for bases.
const retainedShare = 8

// Made are points that a device made for the host, and that it still has: bases of the same points
// are copied on the device. They are no secrets. A nil Made keeps nothing. It is safe for
// concurrent use.
type Made struct {
	engine   *Engine
	progress *counter

	mutex  sync.Mutex // guards the fields below
	parts  []madePoints
	bytes  uint64 // of all parts, also of parts that are being made
	closed bool
}

// madePoints are points of the host and a vector that has them. Their memory is kept alive.
type madePoints struct {
	points []byte
	vector *cuda.Evictable
}

// NewMade returns no points, of an engine. It has to be closed.
func NewMade(e *Engine) *Made { return &Made{engine: e} }

// retained is memory of a device for points that are being made.
type retained struct {
	made   *Made
	points []byte          // of the host
	vector *cuda.Evictable // nil without room
	bytes  uint64
}

// retain takes memory for points, n elements of a field, if there is room. The caller makes them
// there, and calls end.
func (m *Made) retain(
	w *cuda.Workspace, f *cuda.Field, points []byte, n int,
) (*retained, error) {
	r := &retained{made: m, points: points, bytes: uint64(n * f.ElementBytes())}
	var err error
	r.vector, err = m.take(w, f, n, r.bytes)
	return r, err
}

// end keeps the points unless making them has failed. All operations that wrote them must have run.
func (r *retained) end(err error) error {
	if r.vector == nil {
		return err
	}
	m := r.made
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if err != nil && !m.closed {
		m.bytes -= r.bytes
	}
	if err != nil || m.closed {
		return errors.Join(err, r.vector.Done(), r.vector.Close())
	}
	m.parts = append(m.parts, madePoints{r.points, r.vector})
	return nil
}

// take returns memory for n elements. It is nil if they would take too much.
func (m *Made) take(
	w *cuda.Workspace, f *cuda.Field, n int, bytes uint64,
) (*cuda.Evictable, error) {
	if m == nil || n == 0 {
		return nil, nil
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if all := m.bytes + bytes; m.closed || all > (w.Available()+m.bytes)/retainedShare {
		return nil, nil
	}
	vector, err := w.Evictable(f, n)
	if vector != nil { // and no other program has the memory
		m.bytes += bytes
	}
	return vector, err
}

// use calls load with a vector of the engine's device with the points, or nil. The bases get as
// many multiples as without it: where that takes memory that all points have, nothing is kept any
// more.
func (m *Made) use(
	e *Engine, g *cuda.Group, points []byte, headroom uint64, load func(made *cuda.Vector) error,
) error {
	if m == nil || m.engine != e {
		return load(nil)
	}
	if !e.backend.Unaffected(g, len(points)/g.PointBytes(), headroom, m.Bytes(e)) {
		if err := m.Close(); err != nil {
			return err
		}
	}
	vector, part := m.find(points)
	if vector == nil {
		return load(nil)
	}
	return errors.Join(load(part), vector.Done())
}

// giveWay calls take. If that runs out of memory, it evicts the points and calls take again.
func (m *Made) giveWay(e *Engine, take func() error) error {
	if m.Bytes(e) == 0 {
		return take()
	}
	return cuda.GivingUp(take, m.Close)
}

// Bytes is the memory of an engine's device that the points take.
func (m *Made) Bytes(e *Engine) uint64 {
	if m == nil || m.engine != e {
		return 0
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.bytes
}

// find returns the vector that has the points, with one more user. It returns also the part of it
// that they are.
func (m *Made) find(points []byte) (*cuda.Evictable, *cuda.Vector) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for _, p := range m.parts {
		from, ok := raw.Within(p.points, points)
		if !ok || !p.vector.Use() {
			continue
		}
		all := p.vector.Vector()
		size := len(p.points) / all.Len() // of an element
		return p.vector, all.Slice(from/size, (from+len(points))/size)
	}
	return nil, nil
}

// CloseOn is Close for the engine of the points, and does nothing for others. The memory is freed
// once the device has computed its multiples. CloseOn does not wait for that, but for an earlier
// one on the same engine.
func (m *Made) CloseOn(e *Engine) {
	if m != nil && m.engine == e {
		free := m.end()
		e.freeing.Lock() // bases that are loaded later find the memory
		go func() {
			defer e.freeing.Unlock()
			_ = free() // the engine has the error
		}()
	}
}

// awaitFreed waits for the work that CloseOn began.
func (e *Engine) awaitFreed() {
	e.freeing.Lock()
	defer e.freeing.Unlock()
}

// Close frees the memory of the device. Nothing is kept any more. A second Close does nothing.
func (m *Made) Close() error {
	if m == nil {
		return nil
	}
	return m.end()()
}

// end has nothing kept any more. The caller calls free, which frees the memory.
func (m *Made) end() (free func() error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	parts := m.parts
	m.parts, m.bytes, m.closed = nil, 0, true
	if len(parts) == 0 || m.engine.life.begin() != nil {
		return func() error { return nil } // the engine's Close has freed it
	}
	return func() error { return m.free(parts) }
}

func (m *Made) free(parts []madePoints) error {
	defer m.engine.life.end()
	err := m.engine.backend.Settle()
	for _, p := range parts {
		err = errors.Join(err, p.vector.Done(), p.vector.Close())
	}
	return m.engine.released(new(cuda.Field), 0, err)
}
