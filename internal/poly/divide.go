package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Divide divides p by X − a in place: p = (X − a)·quotient + value, where value is p(a). The
// quotient takes the place of p[1:], and p[0] is overwritten too. For an empty p the quotient is
// nil and the value 0.
func Divide[E any](f *curve.Field[E], p []E, a E) (quotient []E, value E) {
	if len(p) == 0 {
		return nil, value
	}
	divide(f, p, a, parallel.ChunkLength(len(p)))
	return p[1:], p[0]
}

// divide replaces each p[i] by Σ p[j]·a^(j−i) over j ≥ i. For i = 0 that is the value, for the
// others the coefficient of X^(i−1) in the quotient.
//
// A chunk begins with the sum that the chunk above it ends with. These carries are the same sums,
// over the values of the chunks and with a^chunk in place of a.
func divide[E any](f *curve.Field[E], p []E, a E, chunk int) {
	carries := make([]E, parallel.CountChunks(len(p), chunk)) // into each chunk; 0 into the last
	if len(p) > chunk {
		copy(carries, chunkValues(f, p[chunk:], a, chunk))
		var zero E
		f.Vectors.Divide(carries, f.Power(a, uint64(chunk)), zero)
	}
	parallel.EachChunk(len(p), chunk, func(i, from, to int) {
		f.Vectors.Divide(p[from:to], a, carries[i])
	})
}
