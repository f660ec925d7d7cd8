package parallel

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestChunks(t *testing.T) {
	for _, n := range []int{
		0, 1, 2, MinChunk - 1, MinChunk, MinChunk + 1, 3*MinChunk + 1, 100*MinChunk - 1,
	} {
		met := make([]int, n)
		Chunks(n, func(from, to int) {
			if from >= to {
				t.Errorf("of %d: a chunk from %d to %d", n, from, to)
			}
			for i := from; i < to; i++ {
				met[i]++
			}
		})
		if i := slices.IndexFunc(met, func(times int) bool { return times != 1 }); i >= 0 {
			t.Errorf("of %d: %d was met %d times", n, i, met[i])
		}
	}
}

func TestEachChunk(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 6, 7, 8, 13, 14, 15, 30} {
		for _, length := range []int{1, 2, 3, 7, 64} {
			starts := make([]int, CountChunks(n, length))
			ends := make([]int, len(starts))
			EachChunk(n, length, func(i, from, to int) { starts[i], ends[i] = from, to })
			for i := range starts {
				if starts[i] != i*length || ends[i] != min(n, (i+1)*length) {
					t.Errorf("%d by %d: chunk %d is from %d to %d",
						n, length, i, starts[i], ends[i])
				}
			}
		}
	}
}

// TestPanickingChunks recovers from the panic of a chunk, whichever goroutine has it.
func TestPanickingChunks(t *testing.T) {
	for _, n := range []int{1, 9} {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "a blueprint") {
					t.Errorf("%d chunks: recovered %v", n, p)
				}
			}()
			EachChunk(n, 1, func(i, _, _ int) {
				if i == n-1 {
					panic("a blueprint")
				}
			})
		}()
	}
}
