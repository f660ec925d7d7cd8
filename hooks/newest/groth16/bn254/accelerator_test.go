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
	msm "github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/polynomials"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

var scalars = polynomials.FieldOf(msm.NewFr)

func loaded(t *testing.T, pk *groth16.ProvingKey) *Accelerator {
	t.Helper()
	e := devicetest.Open(t, devicetest.Options(accel.WithCheckedSums())...)
	acc, err := attachment.New(pk, []newest.Option{newest.WithEngine(e)}, load)
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

// TestQuotient has values with a quotient, and values without one.
func TestQuotient(t *testing.T) {
	acc, domain := loaded(t, new(groth16.ProvingKey)), fft.NewDomain(64)
	var a, b, c [50]fr.Element
	for i := range a {
		a[i], b[i] = scalars.Random(), scalars.Random()
		c[i].Mul(&a[i], &b[i])
	}
	if h, err := acc.ComputeH(a[:], b[:], c[:], domain); err != nil || len(h) != 64 {
		t.Fatalf("no quotient: %v", err)
	}
	c[3].Double(&c[3])
	if _, err := acc.ComputeH(a[:], b[:], c[:], domain); !errors.Is(err, accel.ErrInvalidResult) {
		t.Errorf("values without a quotient: %v", err)
	}
	if _, err := acc.ComputeH(a[:], b[:], c[:], fft.NewDomain(32)); err == nil {
		t.Error("more values than the domain has elements")
	}
}

// TestSums has sums over a vector of the key, over a part of it, and over other points.
func TestSums(t *testing.T) {
	all := make([]fr.Element, 4)
	for i := range all {
		all[i] = scalars.Random()
	}
	_, _, g, _ := curve.Generators()
	points := curve.BatchScalarMultiplicationG1(&g, all)
	pk := new(groth16.ProvingKey)
	pk.G1.A = points[:3]
	acc := loaded(t, pk)
	for _, bases := range [][]curve.G1Affine{points[:3], points[1:3], points[2:], points, nil} {
		var want curve.G1Affine
		some := all[:len(bases)]
		if _, err := want.MultiExp(bases, some, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		if got, err := acc.MultiExpG1(bases, some); err != nil || got != want {
			t.Errorf("%d points: another sum, or %v", len(bases), err)
		}
	}
	if _, err := acc.MultiExpG1(points[:3], all); err == nil {
		t.Error("more scalars than points")
	}
}
