package engine

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// request asks for MSMs over bases from an index on. There is one for each vector of
// scalars on the host, or one for a vector on the device.
type request[E any] struct {
	from     int
	vectors  [][]E
	resident ScalarVector[E] // on the device; or nil
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

// sums returns the MSMs that are asked for, by the device or else by the CPU.
func (b *Bases[P, E]) sums(r *request[E], config ecc.MultiExpConfig) ([]P, error) {
	sums, err := b.group.computeSums(b.loaded, r)
	if errors.Is(err, ErrOnCPU) {
		return b.group.onCPU(b.points.Slice, r, config)
	}
	return sums, err
}

// MultiExpResident returns the MSM over the bases from an index on, with scalars on the device. The
// error is [ErrOnCPU] where they, or the bases, are not there.
func (b *Bases[P, E]) MultiExpResident(from int, v ScalarVector[E]) (*P, error) {
	if v.OnDevice() == nil {
		return nil, ErrOnCPU
	}
	sums, err := b.group.computeSums(b.loaded, &request[E]{from: from, resident: v})
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// computeSums has a device compute sums, twice if the engine checks them.
func (g *Group[P, E]) computeSums(l *Loaded, r *request[E]) ([]P, error) {
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
func (g *Group[P, E]) onDevice(l *Loaded, r *request[E], factor *E) ([]P, error) {
	sums, accept := g.accepting(max(1, len(r.vectors)))
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

// accepting returns k points, and the functions that accept results as them.
func (g *Group[P, E]) accepting(k int) ([]P, []Accept) {
	sums, accept := make([]P, k), make([]Accept, k)
	for i := range sums {
		accept[i] = g.host.Accept(&sums[i])
	}
	return sums, accept
}

// multiplied returns the scalars times a factor.
func (g *Group[P, E]) multiplied(scalars []E, factor *E) []E {
	products := make([]E, len(scalars))
	poly.ScalarMul(g.host.Scalars, products, scalars, *factor)
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
