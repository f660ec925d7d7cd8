package multiexp

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// request asks for sums over bases of one device, from an index on. There is one for each vector of
// scalars on the host, or one for a vector on the device.
type request[E any] struct {
	from     int
	vectors  [][]E
	resident Vector[E] // on the device; or nil
}

// scalars returns the number of scalars of all vectors.
func (r *request[E]) scalars() (n int) {
	if r.resident != nil {
		return r.resident.Len()
	}
	for _, v := range r.vectors {
		n += len(v)
	}
	return n
}

// sumsOver returns the sums over a part of the bases, from an index in it on. Where a device fails
// another one computes them, and in the end the CPU.
func (b *Bases[P, E]) sumsOver(
	p *part, from int, vectors [][]E, config ecc.MultiExpConfig,
) (sums []P, err error) {
	r := &request[E]{from: from, vectors: vectors}
	err = p.Use(func(l *session.Loaded) (err error) {
		if sums, err = b.group.computeSums(l, r); errors.Is(err, session.ErrOnCPU) {
			sums, err = b.group.onCPU(b.points.Slice[p.From:p.To], r, config)
		}
		return err
	})
	return sums, err
}

// onDeviceOf returns the sum on the device that has the vector of scalars. The error is
// [session.ErrOnCPU] where it, or the bases, are not there.
func (b *Bases[P, E]) onDeviceOf(v Vector[E], from int) (*P, error) {
	if v.OnDevice() == nil || len(b.parts) > 1 {
		return nil, session.ErrOnCPU
	}
	loaded, ok := b.parts[0].On(v.Field().Engine())
	if !ok {
		return nil, session.ErrOnCPU
	}
	sums, err := b.group.computeSums(loaded, &request[E]{from: from, resident: v})
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// computeSums has a device compute sums, twice if the engine checks them.
func (g *Group[P, E]) computeSums(l *session.Loaded, r *request[E]) ([]P, error) {
	sums, err := g.onDevice(l, r, nil)
	if err == nil && l.Engine().ChecksSums() {
		err = g.confirm(l, r, sums)
	}
	if err != nil {
		return nil, err
	}
	return sums, nil
}

// onDevice has a device compute sums over scalars, which are multiplied by the factor before unless
// it is nil. The device or the host has the products, and clears them afterwards.
func (g *Group[P, E]) onDevice(l *session.Loaded, r *request[E], factor *E) ([]P, error) {
	sums, accept := g.sums(max(1, len(r.vectors)))
	if v := r.resident; v != nil {
		var words []uint64
		if factor != nil {
			words = driver.Words(factor)
		}
		return sums, l.MultiExpVector(v.Field(), r.from, v.OnDevice(), words, accept[0])
	}
	scalars := make([][]byte, len(r.vectors))
	for i, v := range r.vectors {
		if factor != nil {
			v = g.multiplied(v, factor)
			defer clear(v)
		}
		scalars[i] = driver.Bytes(v)
	}
	return sums, l.MultiExp(r.from, scalars, accept)
}

// sums returns k points, and the functions that accept results as them.
func (g *Group[P, E]) sums(k int) ([]P, []session.Accept) {
	sums, accept := make([]P, k), make([]session.Accept, k)
	for i := range sums {
		accept[i] = g.host.Accept(&sums[i])
	}
	return sums, accept
}

// multiplied returns the scalars times a factor.
func (g *Group[P, E]) multiplied(scalars []E, factor *E) []E {
	products := make([]E, len(scalars))
	g.host.Scalars.ScalarMul(products, scalars, *factor)
	return products
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
