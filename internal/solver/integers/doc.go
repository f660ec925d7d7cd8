// Package integers computes with long integers for the solver. Words have 64 bits, the lowest
// first.
//
// [Equation] and [Fraction] compute with integers by their limbs, as gnark's std/math/emulated has
// them. An integer is the sum of its limbs times powers of 2^size. Limbs may be longer than the
// size.
//
// [Inverter] inverts elements of prime fields, in Montgomery form.
//
// [StandIns] find the short vectors that gnark-crypto's algebra/lattice finds, and faster.
// gnark-crypto reduces its lattices by LLL in rational numbers, and computes the Gram-Schmidt
// coefficients of all later rows anew after each step. This package keeps integers, of which those
// coefficients are quotients, and computes a row's when the reduction comes to it. Each decision is
// the same, with its rounding and its ties. So is the result, of which a lattice has several.
package integers
