package integers

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Fractions are those of integers, for moduli and limbs of any length. So are the failures.
func TestFractions(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var work Work
	failed := 0
	const samples = 5000
	for range samples {
		f := fraction(random)
		base := new(big.Int).Lsh(big.NewInt(1), f.Size)
		numerator := value(work.random(random, 0, f.Numerator, f.Size), base)
		denominator := value(work.random(random, f.Numerator, f.Denominator, f.Size), base)
		modulus := value(wholes(f.Modulus), base)
		want, err := new(big.Int).ModInverse(denominator, modulus), f.Solve(&work)
		if (err == nil) != (want != nil) {
			t.Fatalf("%v, expected %v for %+v", err, want, f)
		}
		if err != nil {
			failed++
			continue
		}
		if f.Numerator > 0 {
			want.Mul(want, numerator).Mod(want, modulus)
		}
		if got := value(wholes(work.Remainder), base); got.Cmp(want) != 0 {
			t.Fatalf("%d, expected %d for %+v", got, want, f)
		}
	}
	if t.Logf("of %d samples %d fail", samples, failed); failed == 0 || failed > samples*3/4 {
		t.Errorf("of %d samples %d fail", samples, failed)
	}
}

func fraction(random *rand.Rand) *Fraction {
	f := &Fraction{
		Size:      uint(1 + random.IntN(64)),
		Numerator: random.IntN(6), Denominator: 1 + random.IntN(6),
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
