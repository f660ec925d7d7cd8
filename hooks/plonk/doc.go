// Package plonk is gnark's PLONK prover with its MSMs and its polynomials on a GPU. An MSM is a
// multi-scalar multiplication.
//
// A program that proves with gnark changes one import and one call, and is built with the tag cuda:
//
//	import accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
//
//	accelerated.Attach(pk, accelerated.WithCircuit(ccs)) // for services: ahead of the first proof
//	proof, err := accelerated.Prove(ccs, pk, witness) // was plonk.Prove(ccs, pk, witness)
//
// Everything else stays, as package hooks/groth16 says, which also tells of streams and of curves.
//
// # On the device and on the CPU
//
// The commitments, which are MSMs over the points of the key's reference string, run on the device,
// and so does everything about polynomials: the interpolation of the wires, the accumulator of the
// permutation, the quotient, evaluations and the polynomials of the openings. They stay on the
// device from the first round to the last, and only the polynomials' commitments and evaluations
// come back. The solver runs on the CPU. So does work that is too small for the device, and where
// the device fails in the middle of a proof the CPU goes on from there: package accel has the rules
// and the options, among them a strict mode that turns failures into errors.
//
// # Keys on the device
//
// A key is loaded once: by [Attach], or by its first [Prove], onto [accel.Default] unless
// [WithEngine] says otherwise. All later proofs with the key use the loaded points, also at the
// same time. Of a key that is larger than the memory, those vectors stay that fit; the others are
// sent with each proof, and the device computes over them in pieces.
//
// Points that several keys share, as keys of circuits over one reference string do, are on the
// device once. They leave it with the last of these keys, by [Release] or when the key is garbage
// collected. A key that was read anew into the same object is noticed and loaded anew; editing
// single points of an attached key is not.
//
// The selectors and the permutation of a circuit, as polynomials, depend on the circuit alone. They
// are also computed once and stay in the memory of the host: (9 + number of commitments)·n field
// elements, for n the number of constraints and public inputs rounded up to a power of two, and
// less than half of one column for the permutation; more than twice as much where the CPU has to
// compute with them. [Attach] does that [WithCircuit], otherwise the first proof does, beside its
// solver. 8·n elements, and n for each commitment, go to the device then and stay there as well, if
// that leaves half of its memory to others, and so do their values on the cosets of the quotient,
// if there is as much room again for these. A proof takes about 25·n elements more from its first
// round to its last, and 3·n for each commitment; proofs for which there is no room at the same
// time take turns. Where there is none even for one, or for circuits of more than eight
// commitments, the CPU computes with the polynomials.
//
// # Keys from a setup and from files
//
// [Setup] makes gnark's keys from a reference string in both forms, with the commitments by the
// device. [ReadKey] reads a file of gnark's, compressed or raw, and makes every check that the
// key's ReadFrom makes; the device computes the roots and checks the points. [WithAttached] leaves
// the key on the device in both cases. A reference string itself is read, and brought into Lagrange
// form, by the packages accel/<curve>/kzg:
//
//	_, err := kzg.ReadSRS(nil, file, srs)
//	points, err := kzg.ToLagrangeG1(srs.Pk.G1[:n])
//	pk, vk, err := accelerated.Setup(ccs, srs, &lagrange, accelerated.WithAttached())
//
// # Differences from gnark's prover
//
// None in the proofs: for the same randomness they are the same, byte for byte. The log line
// "prover done" has the duration of each round as well. Its "trace" is the rest of the preparation
// of a circuit after its solver is done. Under go tool trace a proof is a task with its rounds as
// regions.
package plonk
