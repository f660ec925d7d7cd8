package sample

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestMutations: seeds stay as they are, mutations differ from them, and they may be empty.
func TestMutations(t *testing.T) {
	short, long := []byte{1, 2, 3}, bytes.Repeat([]byte{7}, 40)
	seeds := [][]byte{{}, bytes.Clone(short), bytes.Clone(long)}
	rng, different := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	for range 1000 {
		different[string(mutation(seeds, rng))] = true
	}
	if len(different) < 500 {
		t.Errorf("%d different inputs of 1000", len(different))
	}
	if !bytes.Equal(seeds[1], short) || !bytes.Equal(seeds[2], long) {
		t.Errorf("the seeds are %v now", seeds)
	}
}
