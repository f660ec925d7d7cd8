package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/msm"
)

// Bases is a vector of points on a device, with precomputed multiples if the memory allowed. It is
// safe for concurrent use.
type Bases struct{ *msm.Bases }

// Load copies points, affine and in Montgomery form, to the device. It adds as many multiples as
// the configuration and the memory allow.
//
// The last headroom bytes of the memory for bases get no multiples: they are for later bases. Load
// fails with [driver.ErrOutOfMemory] if the points alone do not fit.
func (b *Backend) Load(g *Group, points []byte, headroom uint64) (*Bases, error) {
	return b.LoadMade(g, points, nil, headroom)
}

// LoadMade is [Backend.Load] of points that a vector of the device has already, unless that is nil.
// All operations that write the vector must have run. It is not needed any more afterwards.
func (b *Backend) LoadMade(
	g *Group, points []byte, made *Vector, headroom uint64,
) (*Bases, error) {
	return b.load(len(points), func() (*msm.Bases, error) {
		if made == nil {
			return b.sums.Load(g, points, headroom)
		}
		at, bytes := made.Memory()
		if bytes != uint64(len(points)) {
			return nil, fmt.Errorf("%d bytes of points, of which the device has %d",
				len(points), bytes)
		}
		return b.sums.LoadMade(g, points, at, headroom)
	})
}

// Unaffected reports whether n bases get as many multiples while memory is taken as once it is
// given back, a number of bytes.
func (b *Backend) Unaffected(g *Group, n int, headroom, taken uint64) bool {
	return b.sums.Unaffected(g, n, headroom, taken)
}

// Place is [Backend.Load] of n points that are missing, for dry runs.
func (b *Backend) Place(g *Group, n int, headroom uint64) (*Bases, error) {
	return b.load(n, func() (*msm.Bases, error) { return b.sums.Place(g, n, headroom) })
}

// load makes bases, unless they are none at the cost of memory that nobody uses.
func (b *Backend) load(n int, bases func() (*msm.Bases, error)) (*Bases, error) {
	if n > 0 {
		if err := b.vectors.Reclaim(); err != nil {
			return nil, err
		}
	}
	loaded, err := bases()
	if err != nil {
		return nil, err
	}
	return &Bases{loaded}, nil
}

// Plan plans an MSM over n points that travel to the device.
func (b *Backend) Plan(g *Group, n int, where Location) (*Plan, error) {
	return b.sums.Plan(g, n, where)
}

// Rehearse makes the room that k MSMs over n points that travel to the device take when they run,
// for dry runs.
func (b *Backend) Rehearse(g *Group, n, k int, where Location) error {
	return b.sums.Rehearse(g, n, k, where)
}

// MultiExpVector is [msm.Bases.MultiExpScalars] with one vector, which must not be written until it
// returns.
func (b *Bases) MultiExpVector(from int, v *Vector) (*Result, error) {
	return withScalars(v, func(s *Scalars) ([]*Result, error) { return b.MultiExpScalars(from, s) })
}

// MultiExp computes the sum of scalars[i]·points[i], which all travel to the device.
func (b *Backend) MultiExp(g *Group, points, scalars []byte) (*Result, error) {
	return b.sums.MultiExp(g, points, scalars)
}

// MultiExpScalars is [msm.Bases.MultiExpScalars] over points that travel to the device. They are as
// many as the longest vector has elements, and travel once for each vector.
func (b *Backend) MultiExpScalars(g *Group, points []byte, s *Scalars) ([]*Result, error) {
	return b.sums.MultiExpScalars(g, points, s)
}

// MultiExpVector is [Backend.MultiExpScalars] with one vector, which must not be written until it
// returns.
func (b *Backend) MultiExpVector(g *Group, points []byte, v *Vector) (*Result, error) {
	return withScalars(v, func(s *Scalars) ([]*Result, error) {
		return b.MultiExpScalars(g, points, s)
	})
}

// withScalars has f compute an MSM with one vector.
func withScalars(v *Vector, f func(*Scalars) ([]*Result, error)) (*Result, error) {
	s, err := v.Scalars()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	results, err := f(s)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// ReserveHostBases keeps memory for MSMs over n points, or fewer, that travel to the device each
// time. Bases that are loaded later leave it.
//
// It fails with [driver.ErrOutOfMemory] if there is too little.
func (b *Backend) ReserveHostBases(g *Group, n int) error { return b.sums.Reserve(g, n) }

// Products is [msm.Runner.PeakMulRate], the device's highest rate of products in the field of a
// G1's coordinates. It is in products a second, and the device does nothing else.
func (b *Backend) Products(g *Group) (perSecond float64, err error) { return b.sums.PeakMulRate(g) }
