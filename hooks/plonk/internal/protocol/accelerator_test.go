package protocol

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

func (o *over[P, E, S]) checkMultiExp(t *testing.T, a *Accelerator[P, E, S], bases []P) {
	t.Helper()
	scalars := o.elements(len(bases))
	want := o.sum(t, bases, scalars)
	got, err := a.MultiExp(bases, scalars)
	if err != nil {
		t.Error(err)
		return
	}
	if got != want {
		t.Errorf("a wrong sum over %d bases", len(bases))
	}
}

func (o *over[P, E, S]) multiExp(t *testing.T) {
	pk := o.key()
	e := hookstest.Engine(t)
	a := o.accelerator(t, e, pk)
	if onDevice := len(e.Devices()) > 0; a.OnDevice() != onDevice {
		t.Errorf("on the device: %v", a.OnDevice())
	}
	for _, bases := range [][]P{
		pk.Canonical,
		pk.Lagrange,
		pk.Canonical[:8],
		pk.Lagrange[3:],
		pk.Lagrange[3:6:6],
		pk.Lagrange[7:],
		pk.Canonical[:15], // beyond the end, into the other vector
		slices.Clone(pk.Canonical),
		o.vector(7),
		pk.Canonical[:0],
		nil,
	} {
		o.checkMultiExp(t, a, bases)
	}
	for _, bases := range [][]P{pk.Canonical, pk.Lagrange[3:8], o.vector(4)} {
		for _, n := range []int{0, len(bases) - 1, len(bases) + 1} {
			if sum, err := a.MultiExp(bases, o.elements(n)); err == nil || sum != *new(P) {
				t.Errorf("%d scalars for %d bases: got %v, %v", n, len(bases), sum, err)
			}
		}
	}
	for range 2 {
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		o.checkMultiExp(t, a, pk.Lagrange)
		if a.OnDevice() {
			t.Error("on the device after Close")
		}
	}
}

func (o *over[P, E, S]) multiExpBatch(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, hookstest.Engine(t), pk)
	for _, over := range []points{
		{device.Canonical, 0}, {device.Lagrange, 3}, {device.Canonical, len(pk.Canonical)},
	} {
		bases := [][]P{pk.Canonical, pk.Lagrange}[over.form][over.from:]
		n := len(bases)
		vectors := [][]E{o.elements(n), o.elements(n / 2), make([]E, n)}
		sums, err := replicaOf(t, a).sums(over, vectors)
		if err != nil || len(sums) != len(vectors) {
			t.Fatalf("%d sums: %v", len(sums), err)
		}
		for i, scalars := range vectors {
			if sums[i] != o.sum(t, bases[:len(scalars)], scalars) {
				t.Errorf("a wrong sum over %d of %d bases", len(scalars), len(bases))
			}
		}
	}
}

func (o *over[P, E, S]) basesAreRecognised(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, hookstest.Engine(t), pk)
	canonical, lagrange := replicaOf(t, a).vectors[0], replicaOf(t, a).vectors[1]
	for _, test := range []struct {
		name  string
		bases []P
		of    *share[P, E] // nil if they are nobody's
		from  int
	}{
		{"canonical", pk.Canonical, canonical, 0},
		{"the beginning", pk.Canonical[:8], canonical, 0},
		{"the middle, without more capacity", pk.Canonical[4:9:9], canonical, 4},
		{"Lagrange", pk.Lagrange, lagrange, 0},
		{"the last of Lagrange", pk.Lagrange[7:], lagrange, 7},
		{"canonical and some of Lagrange", pk.Canonical[:15], nil, 0},
		{"a copy", slices.Clone(pk.Canonical), nil, 0},
		{"nothing", pk.Canonical[:0], nil, 0},
	} {
		for _, v := range replicaOf(t, a).vectors[:] {
			if from, ok := v.Find(test.bases); ok != (v == test.of) || ok && from != test.from {
				t.Errorf("%s: %v, from %d", test.name, ok, from)
			}
		}
	}
}

// vectorsAreShared makes accelerators for keys over one reference string. The points are there as
// long as one of the keys is.
func (o *over[P, E, S]) vectorsAreShared(t *testing.T) {
	pk := o.key()
	other := new(Key[P, E])
	other.Canonical = slices.Clone(pk.Canonical[:7])
	other.Lagrange = o.vector(4)
	e := hookstest.Engine(t)
	first, second := o.accelerator(t, e, pk), o.accelerator(t, e, other)
	if replicaOf(t, first).vectors[0].Value != replicaOf(t, second).vectors[0].Value ||
		replicaOf(t, first).vectors[1].Value == replicaOf(t, second).vectors[1].Value {
		t.Error("not shared, or too much")
	}
	onDevice := first.OnDevice()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if second.OnDevice() != onDevice {
		t.Error("gone with one of the users")
	}
	o.checkMultiExp(t, second, other.Canonical)
	o.checkMultiExp(t, second, other.Canonical[2:5])
	o.checkMultiExp(t, second, other.Lagrange)
	o.checkMultiExp(t, second, pk.Canonical)
}

// closeWhileInUse closes an accelerator under running sums: all of them are right.
func (o *over[P, E, S]) closeWhileInUse(t *testing.T) {
	pk := o.key()
	a := o.accelerator(t, hookstest.Engine(t), pk)
	var users parallel.WaitGroup
	for i := range 5 {
		users.Go(func() {
			if i == 2 {
				if err := a.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			o.checkMultiExp(t, a, pk.Lagrange[i:])
		})
	}
	users.Wait()
	if a.OnDevice() {
		t.Error("on the device after Close")
	}
}
