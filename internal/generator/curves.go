package main

import "github.com/gnark-accel/gnark-accel/internal/curve"

// Group is one of the two groups of a pairing, as the templates see it.
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

// groupsOf returns G1 and G2. Over the prime field G2 has the kernels of G1: both groups have the
// same formulas, which do not contain the curve's constant.
func groupsOf(c curve.Curve) []Group {
	g1 := Group{Name: "G1", Degree: 1, MultiExp: "MultiExp"}
	g2 := Group{Name: "G2", Degree: c.DegreeG2, MultiExp: "MultiExpG2"}
	if g2.Degree == g1.Degree {
		g2.Kernels = c.Name() + "_g1"
	}
	return []Group{g1, g2}
}
