package poly

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Powers sets v[i] to sⁱ. The power s⁰ is 1, also for s = 0.
func Powers[E any](f *curve.Field[E], v []E, s E) {
	defer wipe(&s)
	if len(v) > 0 {
		v[0] = f.One
	}
	for n := 1; n < len(v); n *= 2 { // there are n powers, and s is the next one
		next := v[n:min(2*n, len(v))]
		ScalarMul(f, next, v[:len(next)], s)
		f.Mul(&s, &s, &s)
	}
}

// wipe overwrites a value of a setup's secrets, which lies on the heap.
func wipe[E any](secret *E) {
	var zero E
	*secret = zero
}

// ScaleByPowers sets dst[i] to src[i]·sⁱ for each entry of src: as polynomials, dst(X) = src(s·X).
// Further entries of dst stay as they are. The two slices may be the same but may not overlap
// otherwise, and dst must not be shorter.
func ScaleByPowers[E any](f *curve.Field[E], dst, src []E, s E) {
	parallel.Chunks(len(src), func(from, to int) {
		powers := make([]E, min(blockLength, to-from))
		Powers(f, powers, s)
		start, next := f.Power(s, uint64(from)), f.Power(s, blockLength)
		f.Vectors.ScalarMul(powers, powers, &start)
		for ; from < to; from += blockLength {
			end := min(from+blockLength, to)
			f.Vectors.Mul(dst[from:end], src[from:end], powers[:end-from])
			f.Vectors.ScalarMul(powers, powers, &next)
		}
	})
}
