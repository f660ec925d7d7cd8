package limbs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark/std/math/emulated"
)

// Fractions are those of gnark's hints, for moduli and limbs of any length. So are the failures.
func TestFractionsAreGnarks(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var work Work
	failed := 0
	const samples = 5000
	for range samples {
		f, inverts := fraction(random), random.IntN(2) == 0
		inputs, gnark := wholes(int(f.Size), len(f.Modulus)), emulated.DivHint
		if inverts {
			f.Numerator, f.Denominator = 0, len(f.Modulus)+random.IntN(2)
			gnark = emulated.InverseHint
		} else {
			inputs = append(inputs, wholes(f.Denominator, f.Numerator)...)
		}
		inputs = append(inputs, wholes(f.Modulus...)...)
		limbs := work.random(random, 0, f.Numerator+f.Denominator, f.Size)
		inputs = append(inputs, limbs...)
		want := integers(len(f.Modulus))
		errGnark, err := gnark(nil, inputs, want), f.Solve(&work)
		if (err == nil) != (errGnark == nil) {
			t.Fatalf("%v, gnark says %v for %+v", err, errGnark, f)
		}
		if err != nil {
			failed++
			continue
		}
		if got := wholes(work.Remainder...); !slices.EqualFunc(got, want, equal) {
			t.Fatalf("%v, gnark has %v for %+v", got, want, f)
		}
	}
	t.Logf("of %d samples %d fail", samples, failed)
	if failed == 0 || failed > samples*3/4 {
		t.Errorf("of %d samples %d fail", samples, failed)
	}
}

// fraction returns a fraction of any shape. Its modulus is often odd, and often short.
func fraction(random *rand.Rand) *Fraction {
	f := &Fraction{
		Size:      uint(1 + random.IntN(64)),
		Numerator: 1 + random.IntN(5), Denominator: 1 + random.IntN(6),
		Modulus: make([]uint64, 1+random.IntN(7)),
	}
	if random.IntN(2) == 0 {
		f.Size = 64
	}
	for i := range f.Modulus {
		f.Modulus[i] = random.Uint64() >> (64 - f.Size)
		if random.IntN(4) == 0 {
			f.Modulus[i] = 0
		}
	}
	f.Modulus[0] |= uint64(1 - random.IntN(8)/7)
	if slices.Max(f.Modulus) == 0 {
		f.Modulus[0] = 1
	}
	return f
}
