package plonk

import (
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	host "github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// The tests run over BN254, since the code is one for all curves. Proofs over the others are made
// by the tests of hooks/plonk.

type (
	testProof   = Proof[fr.Element]
	testCircuit = Circuit[fr.Element]
	testBases   = engine.Bases[curve.G1Affine, fr.Element]
)

// home returns the engine of the first device.
func home(e *accel.Engine) *engine.Engine { return (*group.Set)(e).Home() }

func fieldOf(e *accel.Engine) *engine.Field {
	return (*group.Group[curve.G1Affine, fr.Element])(bn254.NewG1(e)).On(home(e)).Field()
}

func loadBases(e *accel.Engine, points []curve.G1Affine) (*testBases, error) {
	g := (*group.Group[curve.G1Affine, fr.Element])(bn254.NewG1(e))
	return g.On(home(e)).Load(points, 0)
}

// elements returns n elements: 0, 1, −1, then random ones.
func elements(n int) []fr.Element {
	all := make([]fr.Element, n)
	for i := range all {
		switch i {
		case 0:
		case 1:
			all[i].SetOne()
		case 2:
			all[i].SetInt64(-1)
		default:
			all[i].MustSetRandom()
		}
	}
	return all
}

// g1Points returns n multiples of a generator, of which the first is the point at infinity.
func g1Points(n int) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, elements(n))
}

var scalars = host.FieldOf[fr.Element, fr.Vector]()

// newDomain returns H of n elements, and the generator of the domain that cosets of H make up.
func newDomain(t testing.TB, n int) (d host.Domain[fr.Element], step fr.Element) {
	t.Helper()
	generator, err := fft.Generator(uint64(n))
	if err == nil {
		step, err = fft.Generator(uint64(n * Blocks(n)))
	}
	if err != nil {
		t.Fatal(err)
	}
	d = host.Domain[fr.Element]{Field: scalars, Cardinality: uint64(n), Generator: generator}
	d.Shift.SetUint64(5)
	d.ShiftInverse.Inverse(&d.Shift)
	d.CardinalityInverse.SetUint64(uint64(n))
	d.CardinalityInverse.Inverse(&d.CardinalityInverse)
	return d, step
}
