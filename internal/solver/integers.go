package solver

import "math/big"

// Arguments returns the integers of one call of a hint function: zeros, each with room for so many
// words. No other call has them, nor their slices: hints may keep, exchange or share all of them.
func Arguments(inputs, outputs, words int) (in, out []*big.Int) {
	n := inputs + outputs
	all, integers, room := make([]*big.Int, n), make([]big.Int, n), make([]big.Word, n*words)
	for i := range all {
		all[i] = integers[i].SetBits(room[i*words : (i+1)*words : (i+1)*words])
	}
	return all[:inputs:inputs], all[inputs:]
}
