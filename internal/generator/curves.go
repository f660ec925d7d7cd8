package main

import "github.com/gnark-accel/gnark-accel/internal/curves"

// Curve is a curve as the templates see it. It has no sizes: the generated code takes them from
// gnark-crypto's constants.
type Curve struct {
	// Name is the curve's name as gnark's logs and ecc.ID.String have it, "bls12_377".
	Name string
	// Folder is the name of the curve's folder, here and in gnark and gnark-crypto, "bls12-377".
	Folder string
	// Package is the name of its Go package, "bls12377".
	Package string
	// ID is the identifier of its constant in package ecc, "BLS12_377".
	ID string
	// Groups are the groups that MSMs are generated for.
	Groups []Group
}

// Group is one of the two groups of a pairing.
type Group struct {
	// Name is "G1" or "G2".
	Name string
	// Degree is the degree of the coordinates' field over the prime field: 1 or 2.
	Degree int
	// MultiExp is the name of the package function for an MSM on the default engine.
	MultiExp string
	// Kernels is the beginning of its kernels' names where they are another group's.
	Kernels string
}

// described returns the module's curves as the templates see them.
func described() []Curve {
	var all []Curve
	for _, c := range curves.All() {
		all = append(all, Curve{
			Name: c.Name(), Folder: c.Folder(), Package: c.Package(), ID: c.Constant(),
			Groups: groupsOf(c),
		})
	}
	return all
}

// groupsOf returns G1 and G2. Over the prime field G2 has the kernels of G1: both groups have the
// same formulas, which do not contain the curve's constant.
func groupsOf(c curves.Curve) []Group {
	g1 := Group{Name: "G1", Degree: 1, MultiExp: "MultiExp"}
	g2 := Group{Name: "G2", Degree: c.DegreeG2, MultiExp: "MultiExpG2"}
	if g2.Degree == g1.Degree {
		g2.Kernels = c.Name() + "_g1"
	}
	return []Group{g1, g2}
}
