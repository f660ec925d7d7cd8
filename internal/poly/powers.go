package poly

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Powers sets v[i] to sⁱ. The power s⁰ is 1, also for s = 0.
func Powers[E any, S field.Scalar[E]](v []E, s E) {
	defer wipe(&s)
	parallel.Chunks(len(v), func(from, to int) {
		var next E
		defer wipe(&next)
		S(&next).Exp(s, new(big.Int).SetUint64(uint64(from)))
		for i := from; i < to; i++ {
			v[i] = next
			S(&next).Mul(&next, &s)
		}
	})
}

// wipe overwrites a value of a setup's secrets, which lies on the heap.
func wipe[E any](secret *E) {
	var zero E
	*secret = zero
}

// ScaleByPowers sets dst[i] to src[i]·sⁱ for each entry of src: as polynomials, dst(X) = src(s·X).
// Further entries of dst stay as they are. The two slices may be the same but may not overlap
// otherwise, and dst must not be shorter.
func ScaleByPowers[E any, S field.Scalar[E]](dst, src []E, s E) {
	to := dst[:len(src)]
	parallel.Chunks(len(src), func(begin, end int) {
		next := field.Power[E, S](s, uint64(begin))
		for i := begin; i < end; i++ {
			S(&to[i]).Mul(&src[i], &next)
			S(&next).Mul(&next, &s)
		}
	})
}
