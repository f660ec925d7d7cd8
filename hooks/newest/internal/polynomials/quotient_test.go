package polynomials

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestDivides has a quotient that divides, and a damaged one.
func TestDivides(t *testing.T) {
	e := devicetest.Open(t, devicetest.Options(accel.WithCheckedSums())...)
	f, domain := scalars, fft.NewDomain(64)
	var abc [3][]fr.Element
	for range 50 {
		a, b := f.Random(), f.Random()
		abc[0], abc[1] = append(abc[0], a), append(abc[1], b)
		abc[2] = append(abc[2], *a.Mul(&a, &b))
	}
	h, err := divide(f, e, &abc, domain)
	if err != nil || !divides(f, h, &abc, domain) {
		t.Fatalf("no quotient: %v", err)
	}
	h[17].Double(&h[17])
	if divides(f, h, &abc, domain) {
		t.Error("a damaged quotient divides")
	}
}
