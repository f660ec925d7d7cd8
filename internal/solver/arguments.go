package solver

import "math/big"

// arguments are those of the hints that one worker calls for one solution. A hint may keep its own
// until the worker calls the next one. Later solutions have others, and nothing clears these.
type arguments struct {
	values   []big.Int
	pointers []*big.Int
	room     []big.Word
	modulus  *big.Int
}

// Modulus returns the modulus for a call. A hint that writes it spoils no later call's.
func (p *arguments) Modulus(of *big.Int) *big.Int {
	if p.modulus == nil || p.modulus.Cmp(of) != 0 {
		p.modulus = new(big.Int).Set(of)
	}
	return p.modulus
}

// Take returns the arguments of a call: zeros, each with room for some words of its own.
func (p *arguments) Take(inputs, outputs, words int) (in, out []*big.Int) {
	n := inputs + outputs
	if n > len(p.values) {
		p.values, p.pointers = make([]big.Int, n), make([]*big.Int, n)
		p.room = make([]big.Word, n*words)
	}
	for i := range n {
		p.pointers[i] = p.values[i].SetBits(p.room[i*words : i*words : (i+1)*words])
	}
	return p.pointers[:inputs:inputs], p.pointers[inputs:n:n]
}
