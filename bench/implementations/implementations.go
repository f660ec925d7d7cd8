// Package implementations has ours and gnark-crypto's of MSMs and transforms, over each curve. It
// checks each result.
package implementations

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// ErrWrong: a result differs from the one computed in another way.
var ErrWrong = errors.New("the result is wrong")

// overCurve makes the implementations of one curve.
type overCurve struct {
	curve.Curve
	// products measures the Montgomery products a second that the device computes in the prime
	// field below the coordinates.
	products   func(*accel.Engine) (float64, error)
	g1, g2     func() *Group
	transforms func() *Transforms
}

// New returns the implementation "curve/group", such as bn254/g1.
func New(name string) (*Group, error) {
	for _, c := range all {
		switch name {
		case c.Folder() + "/g1":
			return c.limited(c.g1(), 1), nil
		case c.Folder() + "/g2":
			return c.limited(c.g2(), c.DegreeG2), nil
		}
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Groups(), ", "))
}

// limited sets the limit of a group. Its coordinates have a degree over the prime field.
func (c overCurve) limited(g *Group, degree int) *Group {
	g.Limit = func(e *accel.Engine) (float64, error) {
		products, err := c.products(e)
		return products / additionCost((c.ID.BaseField().BitLen()+63)/64, degree), err
	}
	return g
}

// Groups are the names of all groups, G1 first.
func Groups() (names []string) {
	for _, group := range []string{"/g1", "/g2"} {
		for _, curve := range curve.Folders() {
			names = append(names, curve+group)
		}
	}
	return names
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (*Transforms, error) {
	for _, c := range all {
		if name == c.Folder() {
			return c.transforms(), nil
		}
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name,
		strings.Join(curve.Folders(), ", "))
}

// additionCost is the cost of adding a point to a bucket. Its unit is a product of the prime field.
// It is the best known formula's. It counts multiplications of 32-bit words, row by row. Over a
// field of n words a product takes 2n² + n, and a square 3n²/2 + 3n/2.
//
// With 8 words a coordinate points are added in XYZZ coordinates: six products, two squares, and
// two products with one reduction, 3n² + n. Longer ones are added in pairs. Over a quadratic
// extension a product is three of the multiplications without reduction and two reductions,
// 5n² + 2n, and a square is two products of the prime field.
func additionCost(limbs, degree int) float64 {
	n := float64(2 * limbs)
	product, square := 2*n*n+n, 1.5*n*n+1.5*n
	switch {
	case degree == 2:
		return (5*(5*n*n+2*n) + 2*product) / product
	case limbs > 4:
		return (5*product + square) / product
	default:
		return (6*product + 2*square + 3*n*n + n) / product
	}
}
