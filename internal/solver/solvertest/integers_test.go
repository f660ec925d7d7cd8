package solvertest

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
)

// loops are those of a machine without a program.
func (s curve[E, P]) loops(t *testing.T) own.Loops[E] {
	c, err := Compile(s.id, "constants", "r1cs")
	if err != nil {
		t.Fatal(err)
	}
	return s.of(c.System).Scalars.Loops(new(own.Machine[E]))
}

// integers: numbers of one word and of all become the elements that gnark-crypto makes of them.
func (s curve[E, P]) integers(t *testing.T) {
	loops := s.loops(t)
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

// words: elements have the words of their integers, of any length. Loops end early up to limits,
// which are the modulus without its lower words: integers beside them are tested, too.
func (s curve[E, P]) words(t *testing.T) {
	loops := s.loops(t)
	random, one := rand.New(rand.NewPCG(3, 4)), big.NewInt(1)
	modulus := s.id.ScalarField()
	var element E
	limbs := uint(len(element))
	got, want := make([]uint64, limbs), make([]uint64, limbs)
	var near []*big.Int
	for bits := range 64 * limbs {
		near = append(near, new(big.Int).Lsh(one, bits))
		some := new(big.Int)
		for range limbs {
			some.Lsh(some, 64).Or(some, new(big.Int).SetUint64(random.Uint64()))
		}
		near = append(near, some.Rsh(some, bits))
	}
	for words := range limbs {
		near = append(near, new(big.Int).Rsh(modulus, 64*words))
	}
	for _, x := range near {
		for add := int64(-2); add <= 2; add++ {
			x := new(big.Int).Add(x, big.NewInt(add))
			x.Mod(x, modulus)
			integers.Words(want, x)
			P(&element).SetBigInt(x)
			if loops.Words(&element, got); !slices.Equal(got, want) {
				t.Fatalf("the words of %x are %x, expected %x", x, got, want)
			}
		}
	}
}
