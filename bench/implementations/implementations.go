// Package implementations has ours and gnark-crypto's of MSMs and transforms, over each curve. It
// checks each result.
package implementations

import (
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// implementations are those of one curve.
type implementations struct {
	curve.Curve
	// products measures the Montgomery products a second that the device computes in the prime
	// field below the coordinates.
	products   func(*accel.Engine) (float64, error)
	g1, g2     func() Group
	transforms func() Transforms
}

// of returns the implementations over a curve.
func of(name string) (implementations, error) {
	for _, i := range all {
		if name == i.Folder() {
			return i, nil
		}
	}
	return implementations{}, fmt.Errorf("curve %q is not known; there are %s", name,
		strings.Join(curve.Folders(), ", "))
}

// New returns the implementation "curve/group", such as bn254/g1.
func New(name string) (Group, error) {
	curve, group, _ := strings.Cut(name, "/")
	i, err := of(curve)
	if err != nil {
		return nil, err
	}
	if of := map[string]func() Group{"g1": i.g1, "g2": i.g2}[group]; of != nil {
		return of(), nil
	}
	return nil, fmt.Errorf("group %q is not known; there are g1 and g2", group)
}

// Limit is the number of additions of points a second that a device's multipliers allow. They are
// to buckets, by the best formula known.
func Limit(name string, e *accel.Engine) (float64, error) {
	curve, group, _ := strings.Cut(name, "/")
	i, err := of(curve)
	if err != nil {
		return 0, err
	}
	products, err := i.products(e)
	degree := 1
	if group == "g2" {
		degree = i.DegreeG2
	}
	return products / additionCost((i.ID.BaseField().BitLen()+63)/64, degree), err
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (Transforms, error) {
	i, err := of(name)
	if err != nil {
		return nil, err
	}
	return i.transforms(), nil
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
