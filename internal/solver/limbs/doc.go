// Package limbs computes with integers by their limbs, as gnark's std/math/emulated has them. An
// integer is the sum of its limbs times powers of 2^size. Limbs may be longer than the size.
package limbs
