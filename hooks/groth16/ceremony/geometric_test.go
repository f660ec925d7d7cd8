package ceremony

import (
	"errors"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve_bn254 "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
)

// TestGeometric takes geometric vectors and refuses others. It refuses them also where the vectors
// of both groups have the same logarithms. TestOnCPU refuses contributions with points swapped.
func TestGeometric(t *testing.T) {
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	c := curves[ecc.BN254].(*over[curve_bn254.G1Affine, curve_bn254.G2Affine, fr.Element])
	d := c.on(engine)
	one1, one2 := d.pairing.Generator1, d.pairing.Generator2
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
	for right, logs := range map[bool][4][]int64{
		true:  {{1, 3, 9, 27, 81, 243, 729}, {1, 3, 9, 27}, {5, 15, 45, 135}, {2, 6, 18, 54}},
		false: {{1, 3, 7, 5}, {1, 3, 7, 5}, {2, 6, 14, 10}, {1, 3, 7, 5}},
	} {
		p := &phase1[curve_bn254.G1Affine, curve_bn254.G2Affine, fr.Element]{
			device: d, tau1: in1(logs[0]...), tau2: in2(logs[1]...), alpha: in1(logs[2]...),
			beta: in1(logs[3]...),
		}
		err := p.geometric()
		if (err == nil) != right || err != nil && !errors.Is(err, ErrInvalidContribution) {
			t.Errorf("geometric is %v: %v", right, err)
		}
	}
}
