package integers

import "math/bits"

const maxFactor = 6 // words of the longest factor of [Divide]

// Divide divides x·y by a modulus other than 0. The quotient's words have no leading zeros.
func Divide(x, y []uint64, modulus uint64) (quotient []uint64, remainder uint64) {
	var product [2 * maxFactor]uint64
	x, y = trim(x), trim(y)
	addProduct(product[:], x, y)
	quotient = product[:len(x)+len(y)]
	for i := len(quotient) - 1; i >= 0; i-- {
		quotient[i], remainder = bits.Div64(remainder, quotient[i], modulus)
	}
	return trim(quotient), remainder
}
