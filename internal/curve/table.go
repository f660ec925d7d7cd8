package curve

import (
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
)

// Curve is a pairing-friendly curve that this module computes on. Its names derive from its ID.
type Curve struct {
	// ID is the curve's identifier in gnark-crypto.
	ID ecc.ID
	// DegreeG2 is the degree over the base field of the field that G2's coordinates are in. It is 1
	// or 2.
	DegreeG2 int
}

// table is the module's one table of curves.
//
// Whatever exists once a curve derives from it: generated packages, kernels, lists of tests and
// commands. CONTRIBUTING.md lists the other steps to a new curve. The test of this package finds
// the places that name all other curves but not the new one.
var table = []Curve{
	{ecc.BN254, 2},
	{ecc.BLS12_377, 2},
	{ecc.BLS12_381, 2},
	{ecc.BW6_761, 1},
}

// All returns all curves, BN254 first.
func All() []Curve { return slices.Clone(table) }

// IDs returns the identifiers of all curves, in the order of [All].
func IDs() []ecc.ID { return each(func(c Curve) ecc.ID { return c.ID }) }

// Folders returns the folders of all curves, in the order of [All].
func Folders() []string { return each(Curve.Folder) }

func each[T any](f func(Curve) T) []T {
	values := make([]T, len(table))
	for i, c := range table {
		values[i] = f(c)
	}
	return values
}

// Name is the curve's name in gnark's logs and in kernels: "bls12_377".
func (c Curve) Name() string { return c.ID.String() }

// Folder is the curve's folder here, in gnark and in gnark-crypto: "bls12-377". Commands take it
// as the curve's name.
func (c Curve) Folder() string { return strings.ReplaceAll(c.Name(), "_", "-") }

// Package is the name of the curve's Go packages: "bls12377".
func (c Curve) Package() string { return strings.ReplaceAll(c.Name(), "_", "") }

// Constant is the Go identifier of the curve's ID in package ecc: "BLS12_377".
func (c Curve) Constant() string { return strings.ToUpper(c.Name()) }

// Title is the curve's name as papers write it: "BLS12-377".
func (c Curve) Title() string { return strings.ToUpper(c.Folder()) }
