package protocol

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// The code is one for all curves: these tests have it over BN254. The proofs over the others are
// compared with gnark's.
type (
	g1  = curve.G1Affine
	key = Key[g1, fr.Element]
)

// scheme has keys in the form that generic code takes.
var scheme = NewScheme[*fr.Element](Gnark[key, g1, fr.Element]{
	Curve: Curve[g1, fr.Element]{Field: bn254.Field, G1: bn254.G1},
	Key:   func(pk *key) *key { return pk },
})

var (
	elements   = hookstest.Elements
	pointsOfG1 = hookstest.PointsOfG1
)

// newAccelerator returns an accelerator that is closed after the test, and its copy of the key.
func newAccelerator(t *testing.T, e *accel.Engine, pk *key) (
	*Accelerator[g1, fr.Element, *fr.Element], *replica[g1, fr.Element, *fr.Element],
) {
	t.Helper()
	a, err := scheme.NewAccelerator(e, pk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	r, err := a.Any()
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

// sumOnCPU is a sum by gnark-crypto.
func sumOnCPU(t *testing.T, points []g1, scalars []fr.Element) (sum g1) {
	t.Helper()
	if _, err := sum.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Error(err)
	}
	return sum
}
