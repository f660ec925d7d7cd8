package plan

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The passes do all levels, and none does more than a tile holds.
func TestPasses(t *testing.T) {
	for log := 1; log <= LargestDomain; log++ {
		levels := Passes(log)
		sum := 0
		for i, n := range levels {
			sum += n
			most := maxLevels
			switch {
			case i == len(levels)-1:
				most = kernels.TileBits
			case log > kernels.TileBits+2*maxLevels:
				most = maxLevels + 1
			}
			if n < 1 || n > most {
				t.Errorf("2^%d: %d levels in pass %d of %v", log, n, i, levels)
			}
		}
		if sum != log || len(levels) > 3 {
			t.Errorf("2^%d: passes of %v levels", log, levels)
		}
	}
	for log, want := range map[int][]int{
		10: {10}, 12: {6, 6}, 18: {8, 10}, 20: {6, 8, 6}, 24: {8, 8, 8}, 26: {8, 8, 10},
		28: {9, 9, 10},
	} {
		if got := Passes(log); !slices.Equal(got, want) {
			t.Errorf("2^%d: passes of %v levels, not %v", log, got, want)
		}
	}
}
