package curve

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
)

// Group is a table of functions on affine points P, with scalars E. Most of them are
// gnark-crypto's, by their names there: a method sets its first argument and returns it.
type Group[P, E any] struct {
	Scalars *Field[E]

	Add, Sub func(sum, x, y *P) *P
	// ScalarMultiplication is for few points: it takes one at a time.
	ScalarMultiplication      func(product, x *P, k *big.Int) *P
	BatchScalarMultiplication func(base *P, scalars []E) []P

	MultiExp func(sum *P, points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	// ToLagrange is nil for G2, where there is none.
	ToLagrange func(points []P) ([]P, error)

	Equal func(x, y *P) bool
	// IsInSubGroup says whether a point is on the curve, and in its group of prime order.
	IsInSubGroup func(*P) bool
	// Marshal returns the coordinates of a point, uncompressed and big-endian.
	Marshal func(*P) []byte
	Format  Format[P]
}

// affine is a pointer to an affine point of gnark-crypto.
type affine[P, E any] interface {
	*P
	Add(x, y *P) *P
	Sub(x, y *P) *P
	ScalarMultiplication(x *P, k *big.Int) *P
	MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	Equal(x *P) bool
	IsInSubGroup() bool
	Marshal() []byte
}

// GroupOf returns the table of a group, whose methods it adds to the other entries.
func GroupOf[P, E any, A affine[P, E]](g Group[P, E]) *Group[P, E] {
	g.Add = func(sum, x, y *P) *P { return A(sum).Add(x, y) }
	g.Sub = func(sum, x, y *P) *P { return A(sum).Sub(x, y) }
	g.ScalarMultiplication = func(z, x *P, k *big.Int) *P { return A(z).ScalarMultiplication(x, k) }
	g.MultiExp = func(sum *P, points []P, scalars []E, c ecc.MultiExpConfig) (*P, error) {
		return A(sum).MultiExp(points, scalars, c)
	}
	g.Equal = func(x, y *P) bool { return A(x).Equal(y) }
	g.IsInSubGroup = func(p *P) bool { return A(p).IsInSubGroup() }
	g.Marshal = func(p *P) []byte { return A(p).Marshal() }
	g.Format.Raw = len(g.Marshal(new(P)))
	g.Format.Compressed = g.Format.Raw / 2
	return &g
}

// Generates returns an error unless each point generates the group: if one is at infinity, off the
// curve, or in no group of prime order.
func Generates[P comparable, E any](g *Group[P, E], points ...*P) error {
	var infinity P
	for _, p := range points {
		if *p == infinity {
			return errors.New("a point is at infinity")
		}
	}
	return OfGroup(g, points...)
}

// OfGroup returns an error unless points are in the group, where infinity is too.
func OfGroup[P comparable, E any](g *Group[P, E], points ...*P) error {
	var infinity P
	for _, p := range points {
		if *p != infinity && !g.IsInSubGroup(p) {
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
