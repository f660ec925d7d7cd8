package sample

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// AddMutations adds 100 inputs to a fuzz test, or 25 in a short run. Each is a seed with changes.
// They are the same each time. A fuzzer draws others.
func AddMutations(f *testing.F, seeds [][]byte) {
	n := 100
	if testing.Short() {
		n = 25
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range n {
		f.Add(mutation(seeds, rng))
	}
}

// mutation returns a seed, or the beginning of one and the end of another. Some of its bytes are
// drawn anew.
func mutation(seeds [][]byte, rng *rand.Rand) []byte {
	data := slices.Clone(seeds[rng.IntN(len(seeds))])
	if other := seeds[rng.IntN(len(seeds))]; rng.IntN(2) == 0 {
		data = append(data[:rng.IntN(len(data)+1)], other[rng.IntN(len(other)+1):]...)
	}
	for range rng.IntN(8) {
		if len(data) > 0 {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
	}
	return data
}
