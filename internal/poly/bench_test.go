package poly

import (
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// BenchmarkGeneric compares loops through type parameters with the same loops over fr.Element,
// in one chunk of 2¹⁶ elements.
func BenchmarkGeneric(b *testing.B) {
	const n = 1 << 16
	rng := rand.New(rand.NewPCG(1, 2))
	v, w, c := make([]fr.Element, n), make([]fr.Element, n), random[fr.Element](rng)
	for i := range v {
		v[i], w[i] = random[fr.Element](rng), random[fr.Element](rng)
	}
	for _, loop := range []struct {
		name string
		run  func()
	}{
		{"Mul/generic", func() { addScaled(w, v, c, n) }},
		{"Mul/concrete", func() {
			for i := range v {
				var term fr.Element
				term.Mul(&v[i], &c)
				w[i].Add(&w[i], &term)
			}
		}},
		{"horner/generic", func() { horner(v, c) }},
		{"horner/concrete", func() {
			var value fr.Element
			for i := n - 1; i >= 0; i-- {
				value.Mul(&value, &c).Add(&value, &v[i])
			}
		}},
		{"Invert/generic", func() { invert(w, n, invertBlock) }},
		{"Invert/concrete", func() {
			for from := 0; from < n; from += invertBlock {
				part := w[from : from+invertBlock]
				copy(part, fr.BatchInvert(part))
			}
		}},
	} {
		b.Run(loop.name, func(b *testing.B) {
			for b.Loop() {
				loop.run()
			}
		})
	}
}
