// Package groth16 is the device's half of Groth16 proofs, once for all curves.
//
// A proof needs five MSMs over vectors of its key. Four of them are with the wires' values, A, B in
// both groups and K; the fifth, Z, is with the coefficients of the quotient H. The wires go to the
// device once for all their MSMs ([Wires], [Proof]); the quotient is computed there and does not
// leave it ([Begin]). [Sums] run all at the same time, and leave to the CPU the MSMs that the
// device cannot do.
//
//	selection.go  which wires meet a vector of the key
//	wires.go      the selections of a key, on the device between proofs
//	proof.go      the wires of one proof on the device
//	quotient.go   H, and its MSM
//	constraints.go, matrix.go
//	              the system's expressions on the device, for a, b and c out of the wires
//	vector.go     a vector of the key, and MSMs over parts of it
//	sums.go       the MSMs of a proof, from its wires on
//	coefficients.go
//	              H's coefficients that leave the device, for MSMs on others
//	key.go        the vectors of a key, and how they are loaded
//	plan.go       a dry run of all this, in which no point or element exists
//
// The package fails as package engine does: with [engine.ErrOnCPU] where the caller has to compute,
// with engine.ErrClosed, and with the failures of a strict engine. Elements are in Montgomery form.
package groth16
