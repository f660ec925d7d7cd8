package algebra

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Group is a group of affine points P, with scalars E. The functions but OnEngine are methods of
// gnark-crypto's type: each sets its first argument and returns it.
type Group[P, E any] struct {
	// OnEngine is the group on the engine of a device.
	OnEngine func(*session.Engine) *multiexp.Group[P, E]

	Add, Sub func(sum, x, y *P) *P
	// ScalarMultiplication is for few points: it takes one at a time.
	ScalarMultiplication func(product, x *P, k *big.Int) *P
	MultiExp             func(sum *P, points []P, scalars []E, c ecc.MultiExpConfig) (*P, error)
	// Marshal returns the coordinates of a point, uncompressed and big-endian.
	Marshal func(*P) []byte
}

// Sum returns the sum of points.
func (g *Group[P, E]) Sum(points ...P) (sum P) {
	for i := range points {
		g.Add(&sum, &sum, &points[i])
	}
	return sum
}

// Times returns k·x.
func Times[P, E any, S Scalar[E]](g *Group[P, E], x *P, k *E) (product P) {
	g.ScalarMultiplication(&product, x, S(k).BigInt(new(big.Int)))
	return product
}
