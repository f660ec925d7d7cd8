package solver

import "math/big"

// Integers are the arguments of the hints that one worker calls for one solution. A hint may keep
// them, as with gnark's solver, so that they are neither cleared nor used again.
type Integers struct {
	integers []big.Int
	pointers []*big.Int
	room     []big.Word
}

// Take returns the arguments of a call: zeros, each with room for some words of its own.
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
