package multiexp

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

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

// computeSums has a device compute sums, twice if the engine checks them.
func (g *Group[P, E]) computeSums(l *session.Loaded, r *request[E]) ([]P, error) {
	if l.Engine().ChecksSums() {
		return g.onDeviceTwice(l, r)
	}
	return g.onDevice(l, r, nil)
}
