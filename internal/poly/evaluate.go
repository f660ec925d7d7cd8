package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Evaluate returns p(x) = Σ p[i]·xⁱ, which is 0 for an empty p.
func Evaluate[E any, S field.Scalar[E]](p []E, x E) E {
	return evaluate[E, S](p, x, parallel.ChunkLength(len(p)))
}

// evaluate takes the values of the chunks for the coefficients of a polynomial in x^chunk.
func evaluate[E any, S field.Scalar[E]](p []E, x E, chunk int) E {
	if len(p) <= chunk {
		return horner[E, S](p, x)
	}
	return horner[E, S](chunkValues[E, S](p, x, chunk), field.Power[E, S](x, uint64(chunk)))
}

// chunkValues returns the values at x of the chunks of p. Each chunk is a polynomial of its own.
func chunkValues[E any, S field.Scalar[E]](p []E, x E, chunk int) []E {
	values := make([]E, parallel.CountChunks(len(p), chunk))
	parallel.EachChunk(len(p), chunk, func(i, from, to int) {
		values[i] = horner[E, S](p[from:to], x)
	})
	return values
}

// horner returns p(x).
func horner[E any, S field.Scalar[E]](p []E, x E) (value E) {
	for i := len(p) - 1; i >= 0; i-- {
		S(&value).Mul(&value, &x)
		S(&value).Add(&value, &p[i])
	}
	return value
}
