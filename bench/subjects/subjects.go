// Package subjects computes the things that bench measures, over each curve: MSMs over both groups
// and transforms over the scalar field. It checks each result.
package subjects

import (
	"fmt"
	"slices"
	"strings"
)

// all has an entry for each curve of the table in internal/curves, in its order.
var all = []curve{bn254Curve(), bls12377Curve(), bls12381Curve(), bw6761Curve()}

// New returns the subject "curve/group", such as bn254/g1.
func New(name string) (Subject, error) {
	for _, c := range all {
		switch name {
		case c.name + "/g1":
			return c.g1(), nil
		case c.name + "/g2":
			return c.g2(), nil
		}
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(groups(), ", "))
}

// groups are the names of all groups.
func groups() (names []string) {
	for _, c := range all {
		names = append(names, c.name+"/g1", c.name+"/g2")
	}
	return names
}

// NewTransforms returns the transforms over the scalar field of a curve.
func NewTransforms(name string) (Transforms, error) {
	i := slices.IndexFunc(all, func(c curve) bool { return c.name == name })
	if i < 0 {
		return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(Curves(), ", "))
	}
	return all[i].transforms(), nil
}

// Curves are the names of all curves.
func Curves() (names []string) {
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}
