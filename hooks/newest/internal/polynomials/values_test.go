package polynomials

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// TestValuesAt has values on a part of a domain or of its coset, of several blocks and of one.
func TestValuesAt(t *testing.T) {
	const n = 4 * longestBlock
	domain := fft.NewDomain(n)
	for _, c := range []struct {
		onCoset       bool
		first, length int
	}{
		{false, 0, 0}, {false, 0, 1}, {false, 0, n - 3}, {false, 5, longestBlock + 7},
		{true, 0, n}, {true, n / 2, n / 2}, {true, 12, 4}, {true, n - 1, 1},
	} {
		all := make([]fr.Element, n)
		copy(all[c.first:], random(c.length))
		x := scalars.Random()
		got := scalars.valuesAt(x, &nodes[fr.Element]{
			Domain: scalars.Domain(domain), onCoset: c.onCoset, first: c.first,
		}, all[c.first:][:c.length], random(c.length))
		if c.onCoset {
			domain.FFTInverse(all, fft.DIT, fft.OnCoset())
		} else {
			domain.FFTInverse(all, fft.DIF)
			poly.BitReverse(all)
		}
		want := poly.Evaluate(scalars.Field, all, x)
		if got[0] != want || c.length > 0 && got[0] == got[1] {
			t.Errorf("%+v: another value", c)
		}
		if scalars.valueAt(x, all, natural) != want {
			t.Errorf("%+v: another value of coefficients", c)
		}
		if poly.BitReverse(all); scalars.valueAt(x, all, bitReversed) != want {
			t.Errorf("%+v: another value of coefficients in bit-reversed order", c)
		}
	}
}
