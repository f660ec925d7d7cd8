// Package groth16 is gnark's Groth16 prover with its MSMs and its quotient on a GPU. An MSM is a
// multi-scalar multiplication.
//
// A program that proves with gnark changes one import and one call, and is built with the tag cuda:
//
//	import accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
//
//	// for services: ahead of the first proof
//	accelerated.Attach(pk, accelerated.WithCircuit(ccs), accelerated.WithVerifyingKey(vk))
//	proof, err := accelerated.Prove(ccs, pk, witness) // was groth16.Prove(ccs, pk, witness)
//
// Everything else stays: circuits, keys, witnesses, options, proofs, verification, log lines.
// Without the tag, or on a machine without a usable GPU, the same program proves on the CPU.
//
// # On the device and on the CPU
//
// The MSMs over the key's vectors A, B, K and Z, over B in G2, and over its commitment keys run on
// the device. So does the quotient polynomial, beside the MSMs that do not need it; its
// coefficients stay there. The solver runs on the CPU. Vectors that are too small for the device
// are left to the CPU, and so is everything where the device fails: package accel has the rules and
// the options, among them a strict mode that turns failures into errors.
//
// # Keys on the device
//
// A key is loaded once: by [Attach], or by its first [Prove], onto [accel.Default] unless
// [WithEngine] says otherwise. All later proofs with the key use the loaded points, also at the
// same time. Of a key that is larger than the memory, those vectors stay that fit beside the memory
// that a quotient takes; the others are sent with each proof, and the device computes over them in
// pieces. The key leaves the device with [Release], or when it is garbage collected. A key that was
// read anew into the same object is noticed and loaded anew; editing single points of an attached
// key is not.
//
// # Keys from a setup and from files
//
// [Setup] makes the keys that gnark's makes of the same randomness. The device multiplies the
// generators by the secret scalars, which are overwritten in its memory and in the program's.
// [ReadKey] reads a file of gnark's, compressed or raw, and makes every check that the key's
// ReadFrom makes; the device computes the roots and checks the points. [WithAttached] leaves the
// key on the device in both cases:
//
//	pk, vk, err := accelerated.Setup(ccs, accelerated.WithAttached())
//	n, err := accelerated.ReadKey(file, pk, accelerated.WithAttached(),
//		accelerated.WithCircuit(ccs), accelerated.WithVerifyingKey(vk))
//
// # Many proofs
//
// [ProveStream] takes witnesses from a channel and solves some while the device proves the one
// before. So a service that proves one circuit again and again makes a proof, at best, in the time
// that the device takes for it, or in the solver's divided by the processors, if that is longer.
//
// # Curves
//
// BN254, BLS12-377, BLS12-381 and BW6-761, all that gnark has Groth16 for. For anything else
// [Prove] and [Attach] return [ErrCurveNotSupported].
package groth16
