package curve_test

import (
	"testing"

	fr_bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	fr_bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	fr_bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	fr_bw6761 "github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// check compares 2¹⁰ with ten doublings.
func check[E any](t *testing.T, f *curve.Field[E]) {
	want := f.One
	for range 10 {
		f.Add(&want, &want, &want)
	}
	if got := f.Power(f.Number(2), 10); !f.Equal(&got, &want) {
		t.Errorf("2¹⁰ = %v, not %v", got, want)
	}
}

func TestPower(t *testing.T) {
	check(t, curve.FieldOf[fr_bn254.Element, fr_bn254.Vector]())
	check(t, curve.FieldOf[fr_bls12377.Element, fr_bls12377.Vector]())
	check(t, curve.FieldOf[fr_bls12381.Element, fr_bls12381.Vector]())
	check(t, curve.FieldOf[fr_bw6761.Element, fr_bw6761.Vector]())
}
