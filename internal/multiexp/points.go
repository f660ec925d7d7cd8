package multiexp

import (
	"errors"
	"math/big"
	"math/bits"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// IsInSubGroupBatch says whether all points are in the group.
func (g *Group[P, E]) IsInSubGroupBatch(points []P) (bool, error) {
	if err := g.made(); err != nil {
		return false, err
	}
	all, err := g.check(points, nil)
	if !errors.Is(err, session.ErrOnCPU) {
		return all, err
	}
	var none atomic.Bool
	parallel.Chunks(len(points), func(from, to int) {
		for i := from; i < to && !none.Load(); i++ {
			if !g.host.IsInSubGroup(&points[i]) {
				none.Store(true)
			}
		}
	})
	return !none.Load(), nil
}

// check has the device compute y of the points that have x alone, and says whether all points are
// in the group. roots has for each point the y that it takes, such as [cuda.NoRoot], or is nil
// if all have theirs. On [session.ErrOnCPU] the caller does both; no point has changed then.
func (g *Group[P, E]) check(points []P, roots []byte) (all bool, err error) {
	f := session.NewField(g.engine, g.host.Field)
	bytes := uint64(len(points) * g.descriptor.PointBytes())
	err = f.Compute("check of points", len(points), bytes, func(w *cuda.Workspace) error {
		all, err = g.complete(w, points, roots)
		return err
	})
	return all, err
}

func (g *Group[P, E]) complete(w *cuda.Workspace, points []P, roots []byte) (bool, error) {
	field, group := g.host.Field, g.descriptor
	elements := func(n int) int { return cuda.PointElements(field, group, n) }
	n := roomFor(min(mostTogether, len(points)), leastTogether, func(n int) bool {
		return w.Room(field, 2*elements(n))
	})
	at, err := w.Vector(field, elements(n))
	if err != nil {
		return false, err
	}
	bad, err := w.Vector(field, 1)
	if err != nil {
		return false, err
	}
	asked, err := w.Vector(field, cuda.IndexElements(field, (n+3)/4))
	if err != nil {
		return false, err
	}
	completed := points
	if roots != nil { // the device may fail
		completed = make([]P, len(points))
	}
	for first := 0; first < len(points); first += n {
		k := min(n, len(points)-first)
		some := at.Slice(0, elements(k))
		w.Upload(some, driver.Bytes(points[first:first+k]))
		if roots != nil {
			words := make([]uint32, (k+3)/4)
			copy(driver.Bytes(words), roots[first:first+k])
			to := asked.Slice(0, cuda.IndexElements(field, len(words)))
			w.UploadIndices(to, words)
			w.Decompress(group, some, to, bad, k)
			if err := w.Download(driver.Bytes(completed[first:first+k]), some); err != nil {
				return false, err
			}
		}
		w.CheckPoints(group, some, bad, k)
	}
	found := make([]uint64, field.Limbs)
	if err := w.Download(driver.Bytes(found), bad); err != nil {
		return false, err
	}
	if roots != nil {
		copy(points, completed)
	}
	return found[0] == 0, nil
}

// ToLagrange returns (1/n)·Σ root^(ij)·points[j] for all i below the number n of points, a power of
// two. The root is the inverse of the generator of that order. Errors are the failures of a strict
// engine, and [session.ErrClosed].
func ToLagrange[P, E any, S interface {
	field.Scalar[E]
	BigInt(*big.Int) *big.Int
}](g *Group[P, E], points []P, root E) ([]P, error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	n := len(points)
	twiddles := make([]E, max(n/2, 1))
	poly.Powers[E, S](twiddles, root)
	var inverse E
	S(&inverse).SetUint64(uint64(n))
	S(&inverse).Inverse(&inverse)
	last := []E{inverse, inverse, inverse, inverse}
	if n >= 4 {
		S(&last[3]).Mul(&inverse, &twiddles[n/4])
	}
	result := make([]P, n)
	f := session.NewField(g.engine, g.host.Field)
	err := f.Compute("transform of points", n, uint64(n*g.descriptor.PointBytes()),
		func(w *cuda.Workspace) error { return g.transform(w, result, points, twiddles, last) })
	switch {
	case errors.Is(err, session.ErrOnCPU) && g.host.ToLagrange != nil:
		return g.host.ToLagrange(points)
	case errors.Is(err, session.ErrOnCPU):
		copy(result, points)
		transformOnCPU[P, E, S](g, result, twiddles, last[0])
	case err != nil:
		return nil, err
	}
	shift := 64 - bits.TrailingZeros(uint(n))
	parallel.Chunks(n, func(from, to int) {
		for i := from; i < to; i++ {
			if j := int(bits.Reverse64(uint64(i)) >> shift); i < j {
				result[i], result[j] = result[j], result[i]
			}
		}
	})
	return result, nil
}

func (g *Group[P, E]) transform(
	w *cuda.Workspace, to, points []P, twiddles, last []E,
) error {
	field := g.host.Field
	at, err := w.Vector(field, cuda.PointElements(field, g.descriptor, len(points)))
	if err != nil {
		return err
	}
	factors, err := w.Vector(field, len(twiddles)+len(last))
	if err != nil {
		return err
	}
	powers, ends := factors.Slice(0, len(twiddles)), factors.Slice(len(twiddles), factors.Len())
	w.Upload(at, driver.Bytes(points))
	w.Upload(powers, driver.Bytes(twiddles))
	w.Upload(ends, driver.Bytes(last))
	w.TransformPoints(g.descriptor, at, powers, ends, bits.TrailingZeros(uint(len(points))))
	return w.Download(driver.Bytes(to), at)
}

// transformOnCPU leaves the transform of the points in their place, in bit-reversed order.
func transformOnCPU[P, E any, S interface {
	field.Scalar[E]
	BigInt(*big.Int) *big.Int
}](g *Group[P, E], points []P, twiddles []E, last E) {
	times := func(p *P, factor E) {
		g.host.Times(p, p, S(&factor).BigInt(new(big.Int)))
	}
	n := len(points)
	for half := n / 2; half > 0; half /= 2 {
		parallel.EachChunk(n/2, leastPairs, func(_, from, to int) {
			for i := from; i < to; i++ {
				k := i % half
				a, b := &points[2*i-k], &points[2*i-k+half]
				sum, difference := *a, *a
				g.host.Add(&sum, a, b)
				g.host.Sub(&difference, a, b)
				*a, *b = sum, difference
				if k > 0 {
					times(b, twiddles[k*(n/2/half)])
				}
			}
		})
	}
	parallel.EachChunk(n, leastPairs, func(_, from, to int) {
		for i := from; i < to; i++ {
			times(&points[i], last)
		}
	})
}

// leastPairs is the number of pairs of points that are worth a goroutine.
const leastPairs = 64
