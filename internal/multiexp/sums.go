package multiexp

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// request asks for sums over bases of one device, from an index on. There is one for each vector of
// scalars. These are on the host, or one is on the device.
type request[E any] struct {
	from    int
	vectors [][]E
	onField *session.Field // of the vector on the device
	vector  *cuda.Vector
}

// scalars returns the number of scalars of all vectors.
func (r *request[E]) scalars() (n int) {
	if r.vector != nil {
		return r.vector.Len()
	}
	for _, v := range r.vectors {
		n += len(v)
	}
	return n
}

// sumsOver returns the sums over a part of the bases, from an index in it on.
func (b *Bases[P, E]) sumsOver(
	p *part, from int, vectors [][]E, config ecc.MultiExpConfig,
) (sums []P, err error) {
	r := &request[E]{from: from, vectors: vectors}
	err = b.use(p, func(l *session.Loaded) (err error) {
		if sums, err = b.group.computeSums(l, r); errors.Is(err, session.ErrOnCPU) {
			sums, err = b.group.onCPU(b.points.Slice[p.From:p.To], r, config)
		}
		return err
	})
	return sums, err
}

// computeSums has a device compute sums, twice if the engine checks them.
func (g *Group[P, E]) computeSums(l *session.Loaded, r *request[E]) ([]P, error) {
	if l.Engine().ChecksSums() {
		return g.onDeviceTwice(l, r)
	}
	return g.onDevice(l, r, nil)
}

// bring returns bases that were not loaded as an engine's, for one sum.
func (b *Bases[P, E]) bring(e *session.Engine, p devices.Part) *session.Loaded {
	some := b.points.part(p.From, p.To)
	return e.Bring(b.group.forPasses(e), some.Number, driver.Bytes(some.Slice))
}

// use has a device do a task with a part of the bases. Where it fails another device does the task,
// and in the end the CPU.
func (b *Bases[P, E]) use(p *part, task func(*session.Loaded) error) error {
	if p.Copies != nil {
		return p.Copies.Use(task)
	}
	return b.set.On(p.Part, func(e *session.Engine) error { return task(b.bring(e, p.Part)) })
}

// onDevice has a device compute sums over scalars, which are multiplied by the factor before unless
// it is nil. The device or the host has the products, and clears them afterwards.
func (g *Group[P, E]) onDevice(l *session.Loaded, r *request[E], factor *E) (sums []P, err error) {
	sums, accept := g.sums(max(1, len(r.vectors)))
	if r.vector != nil {
		err = l.MultiExpVector(r.onField, r.from, r.vector, words(factor), accept[0])
	} else {
		err = g.fromHost(l, r, factor, accept)
	}
	if err != nil {
		return nil, err
	}
	return sums, nil
}

// fromHost is onDevice for scalars on the host.
func (g *Group[P, E]) fromHost(
	l *session.Loaded, r *request[E], factor *E, accept []session.Accept,
) error {
	scalars := make([][]byte, len(r.vectors))
	for i, v := range r.vectors {
		if factor != nil {
			v = g.multiplied(v, factor)
			defer clear(v)
		}
		scalars[i] = driver.Bytes(v)
	}
	return l.MultiExp(r.from, scalars, accept)
}

// sums returns k points, and the functions that accept results as them.
func (g *Group[P, E]) sums(k int) ([]P, []session.Accept) {
	sums, accept := make([]P, k), make([]session.Accept, k)
	for i := range sums {
		accept[i] = g.host.Accept(&sums[i])
	}
	return sums, accept
}

// onCPU has gnark-crypto compute sums.
func (g *Group[P, E]) onCPU(
	points []P, r *request[E], config ecc.MultiExpConfig,
) ([]P, error) {
	sums := make([]P, len(r.vectors))
	for i, v := range r.vectors {
		some := points[r.from : r.from+len(v)]
		if _, err := g.host.MultiExp(&sums[i], some, v, config); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// onDeviceOf returns the sum on the device that has the vector of scalars. The error is
// [session.ErrOnCPU] where it, or the bases, are not there. A vector was not compared with a bound.
func (b *Bases[P, E]) onDeviceOf(v Vector[E], from int) (*P, error) {
	vector := v.OnDevice()
	if vector == nil || b.group.descriptor.Bounded {
		return nil, session.ErrOnCPU
	}
	loaded, ok := b.wholeOn(v.Field().Engine())
	if !ok {
		return nil, session.ErrOnCPU
	}
	r := &request[E]{from: from, onField: v.Field(), vector: vector}
	sums, err := b.group.computeSums(loaded, r)
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// wholeOn returns the bases as an engine's, if all of them are there or may be.
func (b *Bases[P, E]) wholeOn(e *session.Engine) (l *session.Loaded, ok bool) {
	switch {
	case b.parts[0].Copies == nil:
		return b.bring(e, devices.Part{To: b.Len()}), true
	case len(b.parts) > 1:
		return nil, false
	}
	return b.parts[0].On(e)
}
