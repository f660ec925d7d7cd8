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
}

// curves lists what is generated. Another curve is another entry here and a file of constants beside the kernels.
var curves = []Curve{
	{
		Name:    "bn254",
		Folder:  "bn254",
		Package: "bn254",
		ID:      "BN254",
		Groups:  []Group{{Name: "G1", Degree: 1, MultiExp: "MultiExp"}},
	},
}
