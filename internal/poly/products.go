package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// PrefixProducts replaces each v[i] by the product of all entries before it. v[0] becomes 1. It
// returns the product of all. The product of nothing is 1.
func PrefixProducts[E any, S field.Scalar[E]](v []E) E {
	return prefixProducts[E, S](v, parallel.ChunkLength(len(v)))
}

// prefixProducts starts each chunk from the product of the chunks before it.
func prefixProducts[E any, S field.Scalar[E]](v []E, chunk int) E {
	one := field.One[E, S]()
	if len(v) <= chunk {
		return scanProducts[E, S](v, one)
	}
	products := make([]E, parallel.CountChunks(len(v), chunk))
	parallel.EachChunk(len(v), chunk, func(i, from, to int) {
		products[i] = product[E, S](v[from:to])
	})
	all := scanProducts[E, S](products, one)
	parallel.EachChunk(len(v), chunk, func(i, from, to int) {
		scanProducts[E, S](v[from:to], products[i])
	})
	return all
}

// scanProducts replaces each entry by the product of `before` and the entries before it. It returns
// the product of all.
func scanProducts[E any, S field.Scalar[E]](v []E, before E) E {
	for i := range v {
		entry := v[i]
		v[i] = before
		S(&before).Mul(&before, &entry)
	}
	return before
}

func product[E any, S field.Scalar[E]](v []E) E {
	all := field.One[E, S]()
	for i := range v {
		S(&all).Mul(&all, &v[i])
	}
	return all
}
