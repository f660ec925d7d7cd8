package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// invertBlock is the number of elements that share an inversion. They are enough for it not to
// count, and few enough for the running products to stay in the processor's cache.
const invertBlock = 1 << 11

// Invert replaces each entry by its inverse, and leaves zeros as they are.
func Invert[E any](f *curve.Field[E], v []E) {
	invert(f, v, parallel.ChunkLength(len(v)), invertBlock)
}

func invert[E any](f *curve.Field[E], v []E, chunk, block int) {
	parallel.EachChunk(len(v), chunk, func(_, from, to int) {
		products := make([]E, min(block, to-from))
		defer clear(products) // they tell of the entries
		for ; from < to; from += block {
			f.Vectors.Invert(v[from:min(from+block, to)], products)
		}
	})
}
