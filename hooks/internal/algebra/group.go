package algebra

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Group is a group of affine points P, with scalars E. The functions but OnEngine are methods of
// gnark-crypto's type: each sets its first argument and returns it.
type Group[P, E any] struct {
	Scalars *curve.Field[E]
	// OnEngine is the group on the engine of a device.
	OnEngine func(*engine.Engine) *engine.Group[P, E]

	Add, Sub func(sum, x, y *P) *P
	// ScalarMultiplication is for few points: it takes one at a time.
	ScalarMultiplication func(product, x *P, k *big.Int) *P
	MultiExp             func(sum *P, points []P, scalars []E, c ecc.MultiExpConfig) (*P, error)
	// Marshal returns the coordinates of a point, uncompressed and big-endian.
	Marshal func(*P) []byte
	// InSubgroup says whether a point is on the curve, and in its group of prime order.
	InSubgroup func(*P) bool
}

// Generates returns an error unless a point generates the group: if it is at infinity, off the
// curve, or in no group of prime order.
func Generates[P comparable, E any](g *Group[P, E], p *P) error {
	var infinity P
	if *p == infinity {
		return errors.New("a point is at infinity")
	}
	return OfGroup(g, p)
}

// OfGroup returns an error unless points are in the group, where infinity is too.
func OfGroup[P comparable, E any](g *Group[P, E], points ...*P) error {
	var infinity P
	for _, p := range points {
		if *p != infinity && !g.InSubgroup(p) {
			return errors.New("a point is off the curve, or in no group of prime order")
		}
	}
	return nil
}

// Sum returns the sum of points.
func (g *Group[P, E]) Sum(points ...P) (sum P) {
	for i := range points {
		g.Add(&sum, &sum, &points[i])
	}
	return sum
}

// Times returns k·x.
func (g *Group[P, E]) Times(x *P, k *E) (product P) {
	g.ScalarMultiplication(&product, x, g.Scalars.BigInt(k, new(big.Int)))
	return product
}
