package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// invertBlock is the number of elements that share an inversion. They are enough for it not to
// count, and few enough for the running products to stay in the processor's cache.
const invertBlock = 1 << 11

// Invert replaces each entry by its inverse, and leaves zeros as they are.
func Invert[E any, S field.Scalar[E]](v []E) {
	invert[E, S](v, parallel.ChunkLength(len(v)), invertBlock)
}

func invert[E any, S field.Scalar[E]](v []E, chunk, block int) {
	parallel.EachChunk(len(v), chunk, func(_, from, to int) {
		products := make([]E, min(block, to-from))
		defer clear(products) // they tell of the entries
		for ; from < to; from += block {
			invertTogether[E, S](v[from:min(from+block, to)], products)
		}
	})
}

// invertTogether inverts entries with one inversion, that of their product (Montgomery's trick).
// It writes as many products.
func invertTogether[E any, S field.Scalar[E]](v, products []E) {
	all := field.One[E, S]()
	defer wipe(&all)
	for i := range v {
		products[i] = all // of the entries before, zeros left out
		if !S(&v[i]).IsZero() {
			S(&all).Mul(&all, &v[i])
		}
	}
	S(&all).Inverse(&all)
	for i := len(v) - 1; i >= 0; i-- {
		if S(&v[i]).IsZero() {
			continue
		}
		S(&products[i]).Mul(&all, &products[i])
		S(&all).Mul(&all, &v[i])
		v[i] = products[i]
	}
}
