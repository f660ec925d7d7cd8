package protocol

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

func (o *over[P1, P2, E, S]) checkG1(t *testing.T, a *Accelerator[P1, P2, E, S], bases []P1) {
	t.Helper()
	check(t, o.G1, a.MultiExpG1, bases, o.scalars(len(bases)))
}

func (o *over[P1, P2, E, S]) checkG2(t *testing.T, a *Accelerator[P1, P2, E, S], bases []P2) {
	t.Helper()
	check(t, o.G2, a.MultiExpG2, bases, o.scalars(len(bases)))
}

func (o *over[P1, P2, E, S]) multiExpG1(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, pk)
	for _, v := range pk.vectors().InG1() {
		bases := v.Points.Slice
		o.checkG1(t, a, bases)
		o.checkG1(t, a, bases[len(bases)/3:])
		o.checkG1(t, a, bases[len(bases)/3:len(bases)/2])
	}
	o.checkG1(t, a, pk.A[:cap(pk.A)]) // beyond the end of A
	o.checkG1(t, a, o.vector(7))
	o.checkG1(t, a, nil)
	if _, err := a.MultiExpG1(pk.A, o.scalars(len(pk.A)+1)); err == nil {
		t.Error("more scalars than bases were accepted")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	o.checkG1(t, a, pk.A)
}

func (o *over[P1, P2, E, S]) basesAreRecognised(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, pk)
	knowledge := pk.Commitments[1].BasisExpSigma
	for _, test := range []struct {
		name  string
		bases []P1
		of    []P1 // nil if they are nobody's
		from  int
	}{
		{"A", pk.A, pk.A, 0},
		{"the end of A", pk.A[13:], pk.A, 13},
		{"the middle of A, without more capacity", pk.A[13:17:17], pk.A, 13},
		{"the last of B", pk.B[9:], pk.B, 9},
		{"Z", pk.Z, pk.Z, 0},
		{"a commitment key", knowledge, knowledge, 0},
		{"A and some of B", pk.A[:cap(pk.A)][30:45], nil, 0},
		{"a copy of A", slices.Clone(pk.A), nil, 0},
		{"nothing", pk.A[:0], nil, 0},
	} {
		v, from := find(replicaOf(t, a).bases.InG1(), test.bases)
		if (v != nil) != (test.of != nil) || from != test.from {
			t.Errorf("%s: %v, from %d", test.name, v != nil, from)
		}
		if v != nil && &v.Points[0] != &test.of[0] {
			t.Errorf("%s: taken for another vector", test.name)
		}
	}
}

func (o *over[P1, P2, E, S]) multiExpG2(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, pk)
	for _, bases := range [][]P2{pk.B2, pk.B2[3:], pk.B2[3:5], o.vectorG2(7), nil} {
		o.checkG2(t, a, bases)
	}
	if _, err := a.MultiExpG2(pk.B2, o.scalars(11)); err == nil {
		t.Error("more scalars than bases were accepted")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	o.checkG2(t, a, pk.B2)
}

// fewerScalarsThanBases passes more bases than scalars, which gnark's prover may.
func (o *over[P1, P2, E, S]) fewerScalarsThanBases(t *testing.T) {
	pk := o.key()
	a, s := o.accelerator(t, pk), o.scalars(5)
	for _, bases := range [][]P1{pk.A, pk.A[3:], o.vector(9)} {
		check(t, o.G1, a.MultiExpG1, bases, s)
	}
	for _, bases := range [][]P2{pk.B2, pk.B2[2:], o.vectorG2(9)} {
		check(t, o.G2, a.MultiExpG2, bases, s)
	}
}

// closeWhileInUse closes an accelerator under running sums: all of them are right.
func (o *over[P1, P2, E, S]) closeWhileInUse(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, pk)
	var users parallel.WaitGroup
	for i := range 7 {
		users.Go(func() {
			if i == 3 {
				if err := a.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			o.checkG1(t, a, pk.B)
		})
	}
	users.Wait()
	if a.OnDevice() {
		t.Error("on the device after Close")
	}
}
