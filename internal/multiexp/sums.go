package multiexp

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
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
		if sums, err = b.group.onDevice(l, r); errors.Is(err, session.ErrOnCPU) {
			sums, err = b.group.onCPU(b.points.Slice[p.From:p.To], r, config)
		}
		return err
	})
	return sums, err
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
	sums, err := b.group.onDevice(loaded, r)
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

// sumsOverParts returns the sums of those of all parts, which devices compute beside each other.
// Only work with all of the bases tells how fast the devices are.
func (b *Bases[P, E]) sumsOverParts(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	parts, most := make([]devices.Part, len(b.parts)), 0
	for k, p := range b.parts {
		parts[k] = p.Part
	}
	for _, v := range vectors {
		most = max(most, len(v))
	}
	together := b.set.Timed
	if most < b.Len() {
		together = devices.Together
	}
	some := make([][]P, len(parts))
	err := together(parts, func(k int) (err error) {
		some[k], err = b.sumsWithin(&b.parts[k], from, vectors, config)
		return err
	})
	if err != nil {
		return nil, err
	}
	sums := make([]P, len(vectors))
	for _, part := range some {
		for i := range part {
			b.group.host.Add(&sums[i], &sums[i], &part[i])
		}
	}
	return sums, nil
}

// sumsWithin returns the sums over a part's bases, with those scalars that meet them. There are
// none if no scalar meets any.
func (b *Bases[P, E]) sumsWithin(
	p *part, from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	begin := max(from, p.From)
	met := make([][]E, 0, len(vectors))
	at := make([]int, 0, len(vectors)) // their places among the vectors
	for i, v := range vectors {
		if end := min(from+len(v), p.To); begin < end {
			met, at = append(met, v[begin-from:end-from]), append(at, i)
		}
	}
	if len(met) == 0 {
		return nil, nil
	}
	some, err := b.sumsOver(p, begin-p.From, met, config)
	if err != nil {
		return nil, err
	}
	sums := make([]P, len(vectors))
	for k, i := range at {
		sums[i] = some[k]
	}
	return sums, nil
}
