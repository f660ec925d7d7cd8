package machine

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/solver/limbs"
)

// wordwise has elements that are their canonical integers.
type wordwise[E Element] struct{ Loops[E] }

func (wordwise[E]) SetNatural(z *E, x []uint64) error {
	for i := range x {
		(*z)[i] = x[i]
	}
	return nil
}

// Outputs of hints become their residues, whatever their size and sign, and inputs their integers.
func TestIntegersOfHints(t *testing.T) {
	t.Run("four words", testIntegers[[4]uint64])
	t.Run("six words", testIntegers[[6]uint64])
}

func testIntegers[E Element](t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	v := make([]uint64, limbsOf[E]())
	short := new(big.Int).Lsh(big.NewInt(1), uint(64*len(v)))
	modulus := new(big.Int).Sub(short, big.NewInt(189))
	for i := range 200 {
		x := new(big.Int)
		for range 1 + i%(len(v)+2) {
			x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(random.Uint64()>>(i%64)))
		}
		if i%3 == 0 {
			x.Neg(x)
		}
		want := x
		if x.Sign() < 0 || x.Cmp(short) >= 0 {
			want = new(big.Int).Mod(x, modulus)
		}
		var z E
		var got big.Int
		setElement(wordwise[E]{}, &z, x, modulus, v)
		u := toU64(&z)
		if limbs.SetWords(&got, u[:len(v)]); got.Cmp(want) != 0 {
			t.Fatalf("%v is %v, expected %v", x, &got, want)
		}
	}
}
