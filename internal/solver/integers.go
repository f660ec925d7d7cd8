package solver

import "math/big"

// Integers are the arguments of the hint functions that one worker calls for one solution. As with
// gnark's solver, a hint may do with them what it likes, and may keep them: nothing else has them
// after the solution, which is why they are neither cleared nor used again.
type Integers struct {
	integers []big.Int
	pointers []*big.Int
	room     []big.Word
}

// Take returns the arguments of a call: zeros, each with room for so many words of its own. What
// the last call left in their place, or in the slices, is forgotten.
func (p *Integers) Take(inputs, outputs, words int) (in, out []*big.Int) {
	n := inputs + outputs
	if n > len(p.integers) {
		*p = Integers{make([]big.Int, n), make([]*big.Int, n), make([]big.Word, n*words)}
	}
	for i := range n {
		p.pointers[i] = p.integers[i].SetBits(p.room[i*words : i*words : (i+1)*words])
	}
	return p.pointers[:inputs:inputs], p.pointers[inputs:n:n]
}
