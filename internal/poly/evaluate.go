package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Evaluate returns p(x) = Σ p[i]·xⁱ, which is 0 for an empty p.
func Evaluate[E any](f *curve.Field[E], p []E, x E) E {
	return evaluate(f, p, x, parallel.ChunkLength(len(p)))
}

// evaluate takes the values of the chunks for the coefficients of a polynomial in x^chunk.
func evaluate[E any](f *curve.Field[E], p []E, x E, chunk int) E {
	if len(p) <= chunk {
		return f.Vectors.Evaluate(p, x)
	}
	return f.Vectors.Evaluate(chunkValues(f, p, x, chunk), f.Power(x, uint64(chunk)))
}

// chunkValues returns the values at x of the chunks of p. Each chunk is a polynomial of its own.
func chunkValues[E any](f *curve.Field[E], p []E, x E, chunk int) []E {
	values := make([]E, parallel.CountChunks(len(p), chunk))
	parallel.EachChunk(len(p), chunk, func(i, from, to int) {
		values[i] = f.Vectors.Evaluate(p[from:to], x)
	})
	return values
}
