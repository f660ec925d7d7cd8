package solvertest

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// integers: numbers of one word and of all become the elements that gnark-crypto makes of them.
func (s curve[E, P]) integers(t *testing.T) {
	c, err := Compile(s.id, "constants", "r1cs")
	if err != nil {
		t.Fatal(err)
	}
	loops := s.of(c.System).Scalars.Loops(new(own.Machine[E]))
	random := rand.New(rand.NewPCG(1, 2))
	var got, want [1]E
	limbs := len(want[0])
	for i := range 1000 {
		v := random.Uint64() >> (i % 64)
		if i < 8 {
			v = uint64(i/2) - uint64(i%2)*3
		}
		P(&want[0]).SetUint64(v)
		if loops.SetAll(got[:], []uint64{v}); got != want {
			t.Fatalf("%d is %v, expected %v", v, got, want)
		}
		words, x := make([]uint64, limbs), new(big.Int)
		for j := range words[:1+i%limbs] {
			words[j] = random.Uint64() | -uint64(i/10%2)
		}
		for _, w := range slices.Backward(words) {
			x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(w))
		}
		P(&want[0]).SetBigInt(x)
		if err := loops.SetNatural(&got[0], words); err != nil || got != want {
			t.Fatalf("%x is %v, expected %v: %v", words, got, want, err)
		}
	}
	if err := loops.SetNatural(&got[0], make([]uint64, limbs+1)); err != own.ErrLong {
		t.Errorf("the error of a long number is %v", err)
	}
}
