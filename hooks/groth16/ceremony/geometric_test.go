package ceremony

import (
	"errors"
	"math/big"
	"testing"

	curve_bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
)

// TestGeometric: vectors that are not geometric are refused, also where those of both groups have
// the same logarithms. Contributions with points swapped are among the others that are.
func TestGeometric(t *testing.T) {
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	d := of_bn254.on(engine)
	one1, one2 := d.generators()
	in1 := func(logs ...int64) (all []curve_bn254.G1Affine) {
		for _, log := range logs {
			var p curve_bn254.G1Affine
			all = append(all, *p.ScalarMultiplication(&one1, big.NewInt(log)))
		}
		return all
	}
	in2 := func(logs ...int64) (all []curve_bn254.G2Affine) {
		for _, log := range logs {
			var p curve_bn254.G2Affine
			all = append(all, *p.ScalarMultiplication(&one2, big.NewInt(log)))
		}
		return all
	}
	for name, c := range map[string]struct {
		tau1, tau2, alpha, beta []int64
		right                   bool
	}{
		"geometric": {
			[]int64{1, 3, 9, 27, 81, 243, 729}, []int64{1, 3, 9, 27}, []int64{5, 15, 45, 135},
			[]int64{2, 6, 18, 54}, true},
		"the same logarithms in both groups": {
			[]int64{1, 3, 7, 5}, []int64{1, 3, 7, 5}, []int64{2, 6, 14, 10}, []int64{1, 3, 7, 5},
			false},
	} {
		p := &phase1[curve_bn254.G1Affine, curve_bn254.G2Affine]{tau1: in1(c.tau1...),
			tau2: in2(c.tau2...), alpha: in1(c.alpha...), beta: in1(c.beta...)}
		err := d.geometric(p)
		if (err == nil) != c.right || err != nil && !errors.Is(err, ErrInvalidContribution) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
