package protocol

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

func checkMultiExp(t *testing.T, a *Accelerator[g1, fr.Element, *fr.Element], bases []g1) {
	t.Helper()
	scalars := elements(len(bases))
	got, err := a.MultiExp(bases, scalars)
	if err != nil || got != sumOnCPU(t, bases, scalars) {
		t.Errorf("a wrong sum over %d bases: %v", len(bases), err)
	}
}

// keyOfPoints has nothing but points, for a circuit of 8 rows, one vector behind the other.
func keyOfPoints() *key {
	all := pointsOfG1(19)
	return &key{Canonical: all[:11], Lagrange: all[11:]}
}

func TestMultiExp(t *testing.T) {
	pk, e := keyOfPoints(), hookstest.Engine(t)
	a, _ := newAccelerator(t, e, pk)
	if onDevice := len(e.Devices()) > 0; a.OnDevice() != onDevice {
		t.Errorf("on the device: %v", a.OnDevice())
	}
	for _, bases := range [][]g1{
		pk.Canonical, pk.Canonical[:8], pk.Lagrange, pk.Lagrange[3:], pk.Lagrange[3:6:6],
		pk.Canonical[:15], // beyond the end, into the other vector
		slices.Clone(pk.Canonical), pointsOfG1(7), nil,
	} {
		checkMultiExp(t, a, bases)
		for _, n := range []int{len(bases) - 1, len(bases) + 1} {
			if n < 0 {
				continue
			}
			if sum, err := a.MultiExp(bases, elements(n)); err == nil || sum != (g1{}) {
				t.Errorf("%d scalars for %d bases: got %v, %v", n, len(bases), sum, err)
			}
		}
	}
}

func TestCloseWhileInUse(t *testing.T) {
	pk := keyOfPoints()
	a, _ := newAccelerator(t, hookstest.Engine(t), pk)
	hookstest.CloseWhileInUse(t, a, func() { checkMultiExp(t, a, pk.Lagrange) })
}
