package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// PrefixProducts replaces each v[i] by the product of all entries before it. v[0] becomes 1. It
// returns the product of all. The product of nothing is 1.
func PrefixProducts[E any](f *curve.Field[E], v []E) E {
	return prefixProducts(f, v, parallel.ChunkLength(len(v)))
}

// prefixProducts starts each chunk from the product of the chunks before it.
func prefixProducts[E any](f *curve.Field[E], v []E, chunk int) E {
	if len(v) <= chunk {
		return f.Vectors.PrefixProducts(v, f.One)
	}
	products := make([]E, parallel.CountChunks(len(v), chunk))
	parallel.EachChunk(len(v), chunk, func(i, from, to int) {
		products[i] = f.Vectors.Product(v[from:to])
	})
	all := f.Vectors.PrefixProducts(products, f.One)
	parallel.EachChunk(len(v), chunk, func(i, from, to int) {
		f.Vectors.PrefixProducts(v[from:to], products[i])
	})
	return all
}
