package protocol

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// keyOfPoints has vectors of different lengths, one of them empty. As in gnark's keys, several of
// them lie in one array, one behind the other.
func keyOfPoints() *key {
	all := pointsOfG1(90)
	pk := &key{
		A: all[:40], B: all[40:50], K: all[50:50], Z: all[50:90], B2: pointsOfG2(10),
	}
	for _, n := range []int{3, 1} {
		pk.Commitments = append(pk.Commitments, CommitmentKey[g1]{pointsOfG1(n), pointsOfG1(n)})
	}
	return pk
}

// check compares a sum over the first of the bases with gnark-crypto's on the CPU. Fewer bases than
// scalars are an error.
func check[P comparable](
	t *testing.T, g *algebra.Group[P, fr.Element],
	multiExp func([]P, []fr.Element) (P, error), bases []P, n int,
) {
	t.Helper()
	scalars := elements(n)
	want := sumOnCPU(t, g, bases[:n], scalars)
	if got, err := multiExp(bases, scalars); err != nil || got != want {
		t.Errorf("a wrong sum of %d scalars over %d bases: %v", n, len(bases), err)
	}
	if _, err := multiExp(bases, elements(len(bases)+1)); err == nil {
		t.Errorf("%d bases: more scalars were accepted", len(bases))
	}
}

// TestMultiExp has sums over vectors of the key, over parts of them and over others, before the key
// has left the device and afterwards. gnark's prover may pass more bases than scalars.
func TestMultiExp(t *testing.T) {
	pk := keyOfPoints()
	a := newAccelerator(t, hookstest.Engine(t), pk)
	check1 := func(bases []g1, n int) { check(t, scheme.G1, a.MultiExpG1, bases, n) }
	check2 := func(bases []g2, n int) { check(t, scheme.G2, a.MultiExpG2, bases, n) }
	for _, v := range pk.vectors().InG1() {
		bases := v.Points.Slice
		check1(bases, len(bases))
	}
	for _, bases := range [][]g1{
		pk.A[13:], pk.A[13:20], slices.Clone(pk.A), pointsOfG1(7), nil,
		pk.A[:cap(pk.A)], // beyond the end of A
	} {
		check1(bases, len(bases))
		check1(bases, len(bases)/2)
	}
	for _, bases := range [][]g2{pk.B2, pk.B2[3:], pk.B2[3:5], pointsOfG2(7), nil} {
		check2(bases, len(bases))
		check2(bases, len(bases)/2)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	check1(pk.A, len(pk.A))
	check2(pk.B2, len(pk.B2))
}

func TestCloseWhileInUse(t *testing.T) {
	pk := keyOfPoints()
	a := newAccelerator(t, hookstest.Engine(t), pk)
	hookstest.CloseWhileInUse(t, a, func() {
		check(t, scheme.G1, a.MultiExpG1, pk.B, len(pk.B))
	})
}

// TestComputeH compares the accelerator's quotient with the CPU's, by which proofs are gnark's.
func TestComputeH(t *testing.T) {
	a := newAccelerator(t, hookstest.Engine(t), new(key))
	for _, test := range []struct{ values, cardinality int }{
		{0, 1}, {1, 2}, {2, 2}, {3, 4}, {17, 32}, {1000, 1024}, {1024, 1024},
	} {
		domain := fft.NewDomain(uint64(test.cardinality))
		x, y := elements(test.values), elements(test.values)
		z := make([]fr.Element, test.values)
		for i := range z {
			z[i].Mul(&x[i], &y[i])
		}
		want := quotient[fr.Element, *fr.Element](
			scheme.Field, slices.Clone(x), slices.Clone(y), slices.Clone(z), bn254.Domain(domain))
		if got, err := a.ComputeH(x, y, z, domain); err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v: another quotient, or %v", test, err)
		}
	}
}

func TestQuotientOfTheWrongShape(t *testing.T) {
	a, domain := newAccelerator(t, hookstest.Engine(t), new(key)), fft.NewDomain(4)
	for _, sizes := range [...][3]int{
		{5, 5, 5}, {3, 4, 4}, {4, 3, 4}, {4, 4, 3}, {0, 0, 1},
	} {
		x, y, z := elements(sizes[0]), elements(sizes[1]), elements(sizes[2])
		if _, err := a.ComputeH(x, y, z, domain); !errors.Is(err, ErrKeyMismatch) {
			t.Errorf("%v: got %v", sizes, err)
		}
	}
	if _, err := a.ComputeH(nil, nil, nil, nil); !errors.Is(err, ErrInvalidInput) {
		t.Errorf("no domain: got %v", err)
	}
	for _, n := range []uint64{0, 24, 1 << 63} {
		domain := &fft.Domain{Cardinality: n}
		if _, err := a.ComputeH(nil, nil, nil, domain); !errors.Is(err, ErrKeyMismatch) {
			t.Errorf("a domain of %d: got %v", n, err)
		}
	}
}

func sumOnCPU[P any](
	t *testing.T, g *algebra.Group[P, fr.Element], points []P, scalars []fr.Element,
) (sum P) {
	t.Helper()
	if _, err := g.MultiExp(&sum, points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Error(err)
	}
	return sum
}
