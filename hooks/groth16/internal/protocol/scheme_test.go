package protocol

import (
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// The code is one for all curves: these tests have it over BN254. The proofs over the others are
// compared with gnark's.
type (
	g1  = curve.G1Affine
	g2  = curve.G2Affine
	key = Key[g1, g2, fr.Element]
)

// scheme has keys in the form that generic code takes.
var scheme = NewScheme[*fr.Element](Gnark[key, g1, g2, fr.Element]{
	Curve: Curve[g1, g2, fr.Element]{Field: bn254.Field, G1: bn254.G1, G2: bn254.G2},
	Key:   func(pk *key) *key { return pk },
})

var (
	elements   = hookstest.Elements
	pointsOfG1 = hookstest.PointsOfG1
)

func pointsOfG2(n int) []g2 {
	_, _, _, g := curve.Generators()
	return curve.BatchScalarMultiplicationG2(&g, elements(n))
}

// newAccelerator returns an accelerator that is closed after the test.
func newAccelerator(
	t *testing.T, e *accel.Engine, pk *key,
) *Accelerator[g1, g2, fr.Element, *fr.Element, fft.Domain] {
	t.Helper()
	a, err := NewAccelerator(scheme, bn254.Domain, e, pk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}
