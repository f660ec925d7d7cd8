package poly

import "github.com/gnark-accel/gnark-accel/internal/curve"

// AddScaled adds c·p to dst, entry by entry. Further entries of dst stay as they are. The two
// slices may be the same but may not overlap otherwise, and dst must not be shorter.
func AddScaled[E any](f *curve.Field[E], dst, p []E, c E) {
	defer wipe(&c)
	InBlocks(len(p), 1, func(from, to int, scratch [][]E) {
		terms := scratch[0]
		defer clear(terms)
		f.Vectors.ScalarMul(terms, p[from:to], &c)
		f.Vectors.Add(dst[from:to], dst[from:to], terms)
	})
}
