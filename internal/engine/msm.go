package engine

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
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

// computeMSMs returns the requested MSMs, by the device or else by the CPU.
func (b *Bases[P, E]) computeMSMs(r *request[E], config ecc.MultiExpConfig) ([]P, error) {
	msms, err := b.group.computeMSMs(b.loaded, r)
	if errors.Is(err, ErrOnCPU) {
		return b.group.onCPU(b.points.Slice, r, config)
	}
	return msms, err
}

// MultiExpResident returns the MSM over bases from an index on, with the device's scalars. The
// error is [ErrOnCPU] where they, or the bases, are not there.
func (b *Bases[P, E]) MultiExpResident(from int, v ScalarVector[E]) (*P, error) {
	if v.OnDevice() == nil {
		return nil, ErrOnCPU
	}
	msms, err := b.group.computeMSMs(b.loaded, &request[E]{from: from, resident: v})
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// computeMSMs has a device compute MSMs, twice if the engine checks them.
func (g *Group[P, E]) computeMSMs(l *Loaded, r *request[E]) ([]P, error) {
	msms, err := g.onDevice(l, r, nil)
	if err == nil && l.Engine().ChecksMSMs() {
		err = g.confirm(l, r, msms)
	}
	if err != nil {
		return nil, err
	}
	return msms, nil
}

// onDevice has a device compute MSMs over scalars. Unless the factor is nil, they are multiplied by
// it before. The device or the host has the products, and clears them afterwards.
func (g *Group[P, E]) onDevice(l *Loaded, r *request[E], factor *E) ([]P, error) {
	msms, accept := g.accepting(max(1, len(r.vectors)))
	if v := r.resident; v != nil {
		var words []uint64
		if factor != nil {
			words = raw.Words(factor)
		}
		return msms, l.MultiExpVector(v.Field(), r.from, v.OnDevice(), words, accept[0])
	}
	scalars := make([][]byte, len(r.vectors))
	for i, v := range r.vectors {
		if factor != nil {
			v = g.multiplied(v, factor)
			defer clear(v)
		}
		scalars[i] = raw.Bytes(v)
	}
	return msms, l.MultiExp(r.from, scalars, accept)
}

// accepting returns k points, and the functions that accept results as them.
func (g *Group[P, E]) accepting(k int) ([]P, []Accept) {
	msms, accept := make([]P, k), make([]Accept, k)
	for i := range msms {
		accept[i] = g.Accept(g.Device, &msms[i])
	}
	return msms, accept
}

// multiplied returns the scalars times a factor.
func (g *Group[P, E]) multiplied(scalars []E, factor *E) []E {
	products := make([]E, len(scalars))
	poly.ScalarMul(g.Host.Scalars, products, scalars, *factor)
	return products
}

// onCPU has gnark-crypto compute MSMs.
func (g *Group[P, E]) onCPU(
	points []P, r *request[E], config ecc.MultiExpConfig,
) ([]P, error) {
	msms := make([]P, len(r.vectors))
	for i, v := range r.vectors {
		some := points[r.from : r.from+len(v)]
		if _, err := g.Host.MultiExp(&msms[i], some, v, config); err != nil {
			return nil, err
		}
	}
	return msms, nil
}
