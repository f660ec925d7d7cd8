package field_test

import (
	"testing"

	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// check compares 2¹⁰ with ten doublings.
func check[E any, S field.Scalar[E]](t *testing.T) {
	one := field.One[E, S]()
	want := one
	for range 10 {
		S(&want).Add(&want, &want)
	}
	var two E
	S(&two).Add(&one, &one)
	if got := field.Power[E, S](two, 10); !S(&got).Equal(&want) {
		t.Errorf("2¹⁰ = %v, not %v", got, want)
	}
}

func TestPower(t *testing.T) {
	t.Run("bn254", check[fr_bn254.Element])
	t.Run("bls12-377", check[fr_bls12377.Element])
	t.Run("bls12-381", check[fr_bls12381.Element])
	t.Run("bw6-761", check[fr_bw6761.Element])
}
