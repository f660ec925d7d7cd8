package solver

import (
	"math/big"
	"slices"
)

// Integers are the arguments of hint functions.
type Integers struct{ Inputs, Outputs Pool }

// Pool has integers that are used again.
type Pool []*big.Int

// Clear clears all integers.
func (i *Integers) Clear() {
	for _, x := range slices.Concat(i.Inputs, i.Outputs) {
		words := x.Bits()
		clear(words[:cap(words)])
	}
}

// Take returns n integers, whose values are arbitrary.
func (p *Pool) Take(n int) []*big.Int {
	if more := n - len(*p); more > 0 {
		fresh := make([]big.Int, more)
		*p = slices.Grow(*p, more)
		for i := range fresh {
			*p = append(*p, &fresh[i])
		}
	}
	return (*p)[:n]
}
