package hookstest

import (
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Elements returns n random elements of BN254's scalar field.
func Elements(n int) []fr.Element {
	all := make([]fr.Element, n)
	for i := range all {
		all[i].MustSetRandom()
	}
	return all
}

// PointsOfG1 returns n random points of BN254.
func PointsOfG1(n int) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, Elements(n))
}

// CloseWhileInUse closes an accelerator under running sums: use checks that all of them are right.
func CloseWhileInUse(t *testing.T, accelerator interface {
	Close() error
	OnDevice() bool
}, use func()) {
	t.Helper()
	var users parallel.WaitGroup
	for i := range 7 {
		users.Go(func() {
			if i != 3 {
				use()
				return
			}
			if err := accelerator.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	users.Wait()
	if accelerator.OnDevice() {
		t.Error("on the device after Close")
	}
}
