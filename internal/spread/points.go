package spread

import (
	"io"
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// BatchScalarMultiplication returns the multiples of a base by all scalars, computed on one device.
// See [multiexp.Group.BatchScalarMultiplication].
func (g *Group[P, E]) BatchScalarMultiplication(base *P, scalars []E) (points []P, err error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	err = g.set().Try(len(scalars), func(e *session.Engine) (err error) {
		points, err = g.On(e).BatchScalarMultiplication(base, scalars)
		return err
	})
	return points, err
}

// ScalePoints is [multiexp.ScalePoints] on one device.
func ScalePoints[P, E any, S interface {
	field.Scalar[E]
	BigInt(*big.Int) *big.Int
}](g *Group[P, E], points []P, scalars []E) (scaled []P, err error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	err = g.set().Try(len(points), func(e *session.Engine) (err error) {
		scaled, err = multiexp.ScalePoints[P, E, S](g.On(e), points, scalars)
		return err
	})
	return scaled, err
}

// IsInSubGroupBatch says whether all points are in the group, which one device checks.
func (g *Group[P, E]) IsInSubGroupBatch(points []P) (all bool, err error) {
	if err := g.made(); err != nil {
		return false, err
	}
	err = g.set().Try(len(points), func(e *session.Engine) (err error) {
		all, err = g.On(e).IsInSubGroupBatch(points)
		return err
	})
	return all, err
}

// Decode reads a vector of points, which the first device checks. See [multiexp.Group.Decode].
func (g *Group[P, E]) Decode(r io.Reader, to *[]P) (int64, error) {
	if err := g.made(); err != nil {
		return 0, err
	}
	return g.On(g.set().Home()).Decode(r, to)
}

// ToLagrange is [multiexp.ToLagrange] on one device.
func ToLagrange[P, E any, S interface {
	field.Scalar[E]
	BigInt(*big.Int) *big.Int
}](g *Group[P, E], points []P, root E) (transformed []P, err error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	err = g.set().Try(len(points), func(e *session.Engine) (err error) {
		transformed, err = multiexp.ToLagrange[P, E, S](g.On(e), points, root)
		return err
	})
	return transformed, err
}
