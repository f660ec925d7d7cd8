package main

// Curve is what the templates know of a curve. Sizes are not in it: the generated code takes them from gnark-crypto's
// constants.
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

// groups returns G1, and G2 over an extension of the given degree.
func groups(degree int) []Group {
	return []Group{
		{Name: "G1", Degree: 1, MultiExp: "MultiExp"},
		{Name: "G2", Degree: degree, MultiExp: "MultiExpG2"},
	}
}

// curves lists what is generated. Another curve is another entry here and a file of constants beside the kernels.
var curves = []Curve{
	{Name: "bn254", Folder: "bn254", Package: "bn254", ID: "BN254", Groups: groups(2)},
	{Name: "bls12_377", Folder: "bls12-377", Package: "bls12377", ID: "BLS12_377", Groups: groups(2)},
	{Name: "bls12_381", Folder: "bls12-381", Package: "bls12381", ID: "BLS12_381", Groups: groups(2)},
	{Name: "bw6_761", Folder: "bw6-761", Package: "bw6761", ID: "BW6_761", Groups: bw6Groups()},
}

// bw6Groups: both groups have coordinates in the prime field, and the formulas do not know the curve's constant.
func bw6Groups() []Group {
	g := groups(1)
	g[1].Kernels = "bw6_761_g1"
	return g
}
