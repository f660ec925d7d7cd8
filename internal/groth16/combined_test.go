package groth16

import (
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestOverB combines points with factors of at most 128 bits, the longest among them: before there
// are multiples and after, all points and a share.
func TestOverB(t *testing.T) {
	const n = 300
	e := devicetest.Open(t, accel.WithPrecompute(accel.PrecomputeFactor(3)), accel.WithStrict(),
		devicetest.PlannedBuckets())
	_, _, _, g2 := curve.Generators()
	in1, in2 := g1Points(elements(n, 3)), curve.BatchScalarMultiplicationG2(&g2, elements(n, 4))
	c := &Curve[curve.G1Affine, curve.G2Affine, fr.Element]{
		Scalars: scalars, Field: fieldOf(e), G1: g1Of(e), G2: g2Of(e),
	}
	b, err := Load(c, &Key[curve.G1Affine, curve.G2Affine]{
		Wires: n, B: engine.PointsOf(in1), B2: engine.PointsOf(in2),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	factors := poly.RandomFactors(scalars, n)
	longest := scalars.Power(scalars.Number(2), poly.FactorBits)
	longest.Sub(&longest, &scalars.One)
	factors[0], factors[1], factors[n-1] = longest, fr.Element{}, longest
	for range 2 {
		for _, by := range []Selection{{}, {First: 7, End: 40}} {
			some := Select(by, factors) // of a share, whose points are the first ones
			want1, want2 := sumOf(t, g1Of, in1, some), sumOf(t, g2Of, in2, some)
			for name, over := range map[string]func(
				[]fr.Element, Selection, Selection) (curve.G1Affine, curve.G2Affine, error){
				"at once": b.OverBAtOnce, "later": b.OverB,
			} {
				sum1, sum2, err := over(factors, by, by)
				if err != nil || sum1 != want1 || sum2 != want2 {
					t.Errorf("%s, %+v: other MSMs: %v", name, by, err)
				}
			}
		}
		if err := b.Multiply(); err != nil {
			t.Fatal(err)
		}
	}
}
