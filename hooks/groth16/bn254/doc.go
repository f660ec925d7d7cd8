// Package bn254 is the Groth16 prover of gnark over BN254 with its multi-scalar multiplications on a device.
//
// [Prove] takes gnark's own constraint systems, keys, witnesses and options, and gives gnark's own proofs. Most users
// call it through package hooks/groth16, which chooses the curve. [Accelerator] is the part that knows the device; it
// has the methods that gnark asks of an accelerator.
//
// The files follow a proof from start to end: commitments.go (Bowe, Shlomovits, Bünz, 2022/1072, during the solver's
// run), wires.go (which wires meet which vector of the key), quotient.go (the polynomial H), sums.go (the MSMs and what
// runs beside what), assemble.go (randomness and the proof). The notation is that of Groth's paper, 2016/260, and of
// figure 4 of the DIZK paper, 2018/691.
package bn254
