package bn254

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/pedersen"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// The methods that gnark asks of an accelerator, to the letter.
var _ interface {
	MultiExpG1(bases []curve.G1Affine, scalars []fr.Element) (curve.G1Affine, error)
	MultiExpG2(bases []curve.G2Affine, scalars []fr.Element) (curve.G2Affine, error)
	ComputeH(a, b, c []fr.Element, domain *fft.Domain) ([]fr.Element, error)
} = (*Accelerator)(nil)

// vector returns n points of G1.
func vector(n int) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, scalars(n))
}

func scalars(n int) []fr.Element {
	s := make([]fr.Element, n)
	for i := range s {
		s[i].MustSetRandom()
	}
	return s
}

// key returns a key with G1 vectors of different lengths, one of them empty. As in gnark's keys, several of them lie in
// one array, one behind the other.
func key() *groth16.ProvingKey {
	pk := new(groth16.ProvingKey)
	all := vector(90)
	pk.G1.A, pk.G1.B, pk.G1.K, pk.G1.Z = all[:40], all[40:50], all[50:50], all[50:90]
	pk.CommitmentKeys = []pedersen.ProvingKey{{Basis: vector(3), BasisExpSigma: vector(3)}, {Basis: vector(1), BasisExpSigma: vector(1)}}
	return pk
}

func openEngine(t *testing.T) *accel.Engine {
	t.Helper()
	e, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func newAccelerator(t *testing.T, pk *groth16.ProvingKey) *Accelerator {
	t.Helper()
	a, err := NewAccelerator(openEngine(t), pk)
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

func checkG1(t *testing.T, a *Accelerator, bases []curve.G1Affine) {
	t.Helper()
	s := scalars(len(bases))
	var want curve.G1Affine
	if _, err := want.MultiExp(bases, s, ecc.MultiExpConfig{}); err != nil {
		t.Fatal(err)
	}
	got, err := a.MultiExpG1(bases, s)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(&want) {
		t.Errorf("a wrong sum over %d bases", len(bases))
	}
}

func TestMultiExpG1(t *testing.T) {
	pk := key()
	a := newAccelerator(t, pk)
	for _, bases := range vectors(pk) {
		checkG1(t, a, bases)
		checkG1(t, a, bases[len(bases)/3:])
		checkG1(t, a, bases[len(bases)/3:len(bases)/2])
	}
	checkG1(t, a, pk.G1.A[:cap(pk.G1.A)]) // beyond the end of A
	checkG1(t, a, vector(7))
	checkG1(t, a, nil)
	if _, err := a.MultiExpG1(pk.G1.A, scalars(3)); err == nil {
		t.Error("fewer scalars than bases were accepted")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	checkG1(t, a, pk.G1.A)
}

func TestBasesAreRecognised(t *testing.T) {
	pk := key()
	a := newAccelerator(t, pk)
	for _, test := range []struct {
		name  string
		bases []curve.G1Affine
		of    []curve.G1Affine // nil if they are nobody's
		from  int
	}{
		{"A", pk.G1.A, pk.G1.A, 0},
		{"the end of A", pk.G1.A[13:], pk.G1.A, 13},
		{"the middle of A, without more capacity", pk.G1.A[13:17:17], pk.G1.A, 13},
		{"the last of B", pk.G1.B[9:], pk.G1.B, 9},
		{"Z", pk.G1.Z, pk.G1.Z, 0},
		{"a commitment key", pk.CommitmentKeys[1].BasisExpSigma, pk.CommitmentKeys[1].BasisExpSigma, 0},
		{"A and some of B", pk.G1.A[:cap(pk.G1.A)][30:45], nil, 0},
		{"a copy of A", slices.Clone(pk.G1.A), nil, 0},
		{"nothing", pk.G1.A[:0], nil, 0},
	} {
		r, from, ok := a.find(test.bases)
		if ok != (test.of != nil) || from != test.from {
			t.Errorf("%s: %v, from %d", test.name, ok, from)
		}
		if ok && &r.points[0] != &test.of[0] {
			t.Errorf("%s: taken for another vector", test.name)
		}
	}
}

func TestMultiExpG2(t *testing.T) {
	a := newAccelerator(t, key())
	_, _, _, g := curve.Generators()
	for _, n := range []int{0, 1, 50} {
		bases, s := curve.BatchScalarMultiplicationG2(&g, scalars(n)), scalars(n)
		var want curve.G2Affine
		if _, err := want.MultiExp(bases, s, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		if got, err := a.MultiExpG2(bases, s); err != nil || !got.Equal(&want) {
			t.Errorf("%d bases: got %v, %v", n, got, err)
		}
	}
	if _, err := a.MultiExpG2(make([]curve.G2Affine, 2), scalars(3)); err == nil {
		t.Error("more scalars than bases were accepted")
	}
}

// TestCloseWhileInUse closes an accelerator under running sums: all of them are right.
func TestCloseWhileInUse(t *testing.T) {
	pk := key()
	a := newAccelerator(t, pk)
	var users sync.WaitGroup
	for i := range 20 {
		users.Go(func() {
			if i == 10 {
				if err := a.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			checkG1(t, a, pk.G1.A)
		})
	}
	users.Wait()
	if a.OnDevice() {
		t.Error("on the device after Close")
	}
}

func TestNewAcceleratorErrors(t *testing.T) {
	if _, err := NewAccelerator(openEngine(t), nil); !errors.Is(err, protocol.ErrInvalidInput) {
		t.Errorf("no key: got %v", err)
	}
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := NewAccelerator(e, key()); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("a closed engine: got %v", err)
	}
}
