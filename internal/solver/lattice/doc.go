// Package lattice finds the short vectors that gnark-crypto's algebra/lattice finds, and faster.
//
// gnark-crypto reduces its lattices by LLL in rational numbers, and computes the Gram-Schmidt
// coefficients of all later rows anew after each step. This package keeps integers, of which those
// coefficients are quotients, and computes a row's when the reduction comes to it. Each decision is
// the same, with its rounding and its ties. So is the result, of which a lattice has several.
package lattice
