package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// AddScaled adds c·p to dst, entry by entry. Further entries of dst stay as they are. The two
// slices may be the same but may not overlap otherwise, and dst must not be shorter.
func AddScaled[E any, S field.Scalar[E]](dst, p []E, c E) {
	to := dst[:len(p)]
	defer wipe(&c)
	parallel.Chunks(len(p), func(begin, end int) {
		var term E
		defer wipe(&term)
		for i := begin; i < end; i++ {
			S(&term).Mul(&p[i], &c)
			S(&to[i]).Add(&to[i], &term)
		}
	})
}
