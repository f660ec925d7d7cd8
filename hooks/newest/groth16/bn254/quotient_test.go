package bn254

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
	checks "github.com/gnark-accel/gnark-accel/hooks/newest/internal/bn254"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func loaded(t *testing.T, pk *groth16.ProvingKey) *Accelerator {
	t.Helper()
	e := devicetest.Open(t, devicetest.Options(accel.WithCheckedSums())...)
	acc, err := load(pk, []newest.Option{newest.WithEngine(e)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := acc.Release(); err != nil {
			t.Error(err)
		}
	})
	return acc
}

// TestQuotient has a quotient that divides, a damaged one, and values that have none.
func TestQuotient(t *testing.T) {
	acc, domain := loaded(t, new(groth16.ProvingKey)), fft.NewDomain(64)
	var abc [3][]fr.Element
	for range 50 {
		a, b := checks.Random(), checks.Random()
		abc[0], abc[1] = append(abc[0], a), append(abc[1], b)
		abc[2] = append(abc[2], *a.Mul(&a, &b))
	}
	h, err := acc.ComputeH(abc[0], abc[1], abc[2], domain)
	if err != nil || len(h) != 64 || !divides(h, &abc, domain, checks.Random()) {
		t.Fatalf("no quotient: %v", err)
	}
	h[17].Double(&h[17])
	if divides(h, &abc, domain, checks.Random()) {
		t.Error("a damaged quotient divides")
	}
	abc[2][3].Double(&abc[2][3])
	_, err = acc.ComputeH(abc[0], abc[1], abc[2], domain)
	if !errors.Is(err, accel.ErrInvalidResult) {
		t.Errorf("values without a quotient: %v", err)
	}
	if _, err := acc.ComputeH(abc[0], abc[1], abc[2], fft.NewDomain(32)); err == nil {
		t.Error("more values than the domain has elements")
	}
}

// TestSums has sums over a vector of the key, over a part of it, and over other points.
func TestSums(t *testing.T) {
	scalars := []fr.Element{checks.Random(), checks.Random(), checks.Random(), checks.Random()}
	_, _, g, _ := curve.Generators()
	points := curve.BatchScalarMultiplicationG1(&g, scalars)
	pk := new(groth16.ProvingKey)
	pk.G1.A = points[:3]
	acc := loaded(t, pk)
	for _, bases := range [][]curve.G1Affine{points[:3], points[1:3], points[2:], points, nil} {
		var want curve.G1Affine
		some := scalars[:len(bases)]
		if _, err := want.MultiExp(bases, some, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		if got, err := acc.MultiExpG1(bases, some); err != nil || got != want {
			t.Errorf("%d points: another sum, or %v", len(bases), err)
		}
	}
	if _, err := acc.MultiExpG1(points[:3], scalars); err == nil {
		t.Error("more scalars than points")
	}
}
