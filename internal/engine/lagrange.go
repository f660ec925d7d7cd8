package engine

import (
	"errors"
	"math/big"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// ToLagrange returns (1/n)·Σ ω^(−ij)·points[j] for all i below n, in natural order. Here n is the
// number of points, a power of two, and ω has order n. Errors are gnark-crypto's for another number
// of points, the failures of a strict engine, and [ErrClosed].
func (g *Group[P, E]) ToLagrange(points []P) ([]P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	n := len(points)
	if bits.OnesCount(uint(n)) != 1 {
		return nil, errors.New("len(coeffs) must be a power of 2") // gnark-crypto's error
	}
	root, err := g.Host.Scalars.RootOfUnity(uint64(n))
	if err != nil {
		return nil, err
	}
	scalars := g.Host.Scalars
	twiddles := make([]E, max(n/2, 1))
	poly.Powers(scalars, twiddles, *scalars.Inverse(&root, &root))
	inverse := scalars.Number(uint64(n))
	scalars.Inverse(&inverse, &inverse)
	last := []E{inverse, inverse, inverse, inverse}
	if n >= 4 {
		scalars.Mul(&last[3], &last[3], &twiddles[n/4])
	}
	result := make([]P, n)
	err = g.compute("transform of points", n, raw.SizeOf[P](len(points)),
		func(w *cuda.Workspace) error { return g.transform(w, result, points, twiddles, last) })
	switch {
	case errors.Is(err, ErrOnCPU) && g.Host.ToLagrange != nil:
		return g.Host.ToLagrange(points)
	case errors.Is(err, ErrOnCPU):
		copy(result, points)
		g.transformOnCPU(result, twiddles, last[0])
	case err != nil:
		return nil, err
	}
	poly.BitReverse(result)
	return result, nil
}

// transform leaves the transform of the points in another slice, in bit-reversed order.
//
// Butterflies between points that the device cannot have at once come first: of each half some
// points and their partners. Transforms of as many points as it can have are left.
func (g *Group[P, E]) transform(
	w *cuda.Workspace, to, points []P, twiddles, last []E,
) error {
	field, n := g.Scalars, len(points)
	most := g.roomFor(w, n, func(n int) int { return g.elements(n) + max(n/2, 1) + len(last) })
	at, err := w.Vector(field, g.elements(most))
	if err != nil {
		return err
	}
	factors, err := w.Vector(field, max(most/2, 1)+len(last))
	if err != nil {
		return err
	}
	powers, ends := factors.Slice(0, factors.Len()-len(last)),
		factors.Slice(factors.Len()-len(last), factors.Len())
	from := points
	for half := n / 2; half >= most; half /= 2 {
		b := &butterflies[P, E]{w: w, group: g, at: at, powers: powers, twiddles: twiddles}
		if err := b.apply(to, from, half); err != nil {
			return err
		}
		from = to
	}
	w.Upload(ends, raw.Bytes(last))
	w.Upload(powers, raw.Bytes(everyOf(twiddles, 0, n/most, powers.Len())))
	for first := 0; first < n; first += most {
		w.Upload(at, raw.Bytes(from[first:first+most]))
		w.TransformPoints(g.Device, at, powers, ends, bits.TrailingZeros(uint(most)))
		if err := w.Download(raw.Bytes(to[first:first+most]), at); err != nil {
			return err
		}
	}
	return nil
}

// butterflies computes butterflies of points, as many at a time as have room.
type butterflies[P, E any] struct {
	w          *cuda.Workspace
	group      *Group[P, E]
	at, powers *cuda.Vector // for points, and for their twiddles
	twiddles   []E
}

// apply computes all butterflies of points that lie half a block apart. Differences take their
// twiddles.
func (b *butterflies[P, E]) apply(to, from []P, half int) error {
	w, at, powers, group := b.w, b.at, b.powers, b.group.Device
	some := powers.Len()
	all := b.group.elements(some)
	upper, lower := at.Slice(0, all), at.Slice(all, 2*all)
	for block := 0; block < len(from); block += 2 * half {
		for k := 0; k < half; k += some {
			i, j := block+k, block+half+k
			w.Upload(upper, raw.Bytes(from[i:i+some]))
			w.Upload(lower, raw.Bytes(from[j:j+some]))
			stride := len(b.twiddles) / half
			w.Upload(powers, raw.Bytes(everyOf(b.twiddles, k*stride, stride, some)))
			log := bits.TrailingZeros(uint(some))
			w.ButterflyPoints(group, at, log+1, log)
			w.ScalePoints(group, lower, powers)
			err := w.Download(raw.Bytes(to[i:i+some]), upper)
			if err == nil {
				err = w.Download(raw.Bytes(to[j:j+some]), lower)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// everyOf returns n elements of a slice, from an index on, a stride apart.
func everyOf[E any](all []E, from, stride, n int) []E {
	if stride == 1 {
		return all[from : from+n]
	}
	some := make([]E, n)
	for i := range some {
		some[i] = all[from+i*stride]
	}
	return some
}

// transformOnCPU leaves the transform of the points in their place, in bit-reversed order.
func (g *Group[P, E]) transformOnCPU(points []P, twiddles []E, last E) {
	times := func(p *P, factor E) {
		g.Host.ScalarMultiplication(p, p, g.Host.Scalars.BigInt(&factor, new(big.Int)))
	}
	n := len(points)
	for half := n / 2; half > 0; half /= 2 {
		parallel.EachChunk(n/2, minPairs, func(_, from, to int) {
			for i := from; i < to; i++ {
				k := i % half
				a, b := &points[2*i-k], &points[2*i-k+half]
				sum, difference := *a, *a
				g.Host.Add(&sum, a, b)
				g.Host.Sub(&difference, a, b)
				*a, *b = sum, difference
				if k > 0 {
					times(b, twiddles[k*(n/2/half)])
				}
			}
		})
	}
	parallel.EachChunk(n, minPairs, func(_, from, to int) {
		for i := from; i < to; i++ {
			times(&points[i], last)
		}
	})
}

// minPairs is the number of pairs of points that are worth a goroutine.
const minPairs = 64
