// Package implementations has ours and gnark-crypto's of MSMs and transforms, over each curve. It
// checks each result.
package implementations

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// ErrWrong: a result differs from the one computed in another way.
var ErrWrong = errors.New("the result is wrong")

// curve makes the implementations of one curve.
type curve struct {
	curves.Curve
	// products measures the Montgomery products a second that the device computes in the prime
	// field below the coordinates.
	products   func(*accel.Engine) (float64, error)
	g1, g2     func() *Group
	transforms func() *Transforms
}

// all has an entry for each curve of the table in internal/curves, in its order.
var all = []curve{bn254Curve(), bls12377Curve(), bls12381Curve(), bw6761Curve()}

// known is the curve's entry of the table of curves.
func known(id ecc.ID) curves.Curve {
	table := curves.All()
	return table[slices.IndexFunc(table, func(c curves.Curve) bool { return c.ID == id })]
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
func (c curve) limited(g *Group, degree int) *Group {
	g.Limit = func(e *accel.Engine) (float64, error) {
		products, err := c.products(e)
		return products / AdditionCost((c.ID.BaseField().BitLen()+63)/64, degree), err
	}
	return g
}

// Groups are the names of all groups, G1 first.
func Groups() (names []string) {
	for _, group := range []string{"/g1", "/g2"} {
		for _, curve := range Curves() {
			names = append(names, curve+group)
		}
	}
	return names
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (*Transforms, error) {
	i := slices.Index(Curves(), name)
	if i < 0 {
		return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Curves(), ", "))
	}
	return all[i].transforms(), nil
}

// Curves are the names of all curves.
func Curves() (names []string) {
	for _, c := range all {
		names = append(names, c.Folder())
	}
	return names
}
