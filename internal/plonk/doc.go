// Package plonk is the device's half of PLONK proofs, once for all curves. The polynomials of a
// proof stay on the device from round to round, for the MSMs that commit to them as well.
//
// Package hooks/plonk/<curve> is the other half. It reads gnark's structs, draws the randomness,
// derives the challenges, and computes on the CPU all that the device does not. The files here are
// named after its rounds:
//
//	shape.go               the numbers of a circuit: rows, commitments, cosets
//	cost.go                the cost of proofs
//	circuit.go             the part that proofs of one circuit share: its polynomials, which stay
//	                       on the device if there is room, and their values
//	proof.go               one proof; memory.go lays its vectors out
//	round1_wires.go        L, R and O
//	round2_permutation.go  Z, the accumulator of the copy constraints
//	round3_quotient.go     the quotient, coset by coset in division.go
//	round4_evaluations.go  values at a point
//	round5_openings.go     the linearised polynomial, and the quotient that proves the openings
//	sums.go                vectors of a proof as scalars of MSMs
//	algebra.go             operations on vectors, with elements of the field
//	key.go                 memory before the first proof: the key's points, room for a proof
//	plan.go                a dry run of all this
//
// H is the domain {1, ω, …, ωⁿ⁻¹} for n rows. Polynomials are vectors of coefficients in natural
// order, the constant one first, unless a comment says that they are values. Elements are in
// Montgomery form.
//
// Methods return [engine.ErrOnCPU] where the CPU has to compute instead. Other errors come from a
// strict engine, or from a closed one.
package plonk
