//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// TestKept: a vector that is kept serves one workspace after the other.
func TestKept(t *testing.T) {
	b, f := testBackend(t), testFields[0]
	w := testWorkspace(t, b)
	words := f.elements(64, 1)
	v := upload(t, w, f.Field, words)
	before := b.BytesInUse()
	k, err := w.Keep(f.Field, 64)
	must(t, err)
	must(t, w.Copy(k.Vector(), v))
	must(t, w.Wait())
	must(t, k.Done())
	other := testWorkspace(t, b)
	if !k.Use() {
		t.Fatal("given up without need")
	}
	if !slices.Equal(download(t, other, k.Vector()), words) {
		t.Error("not what was kept")
	}
	must(t, k.Close()) // goes with its user
	if k.Use() {
		t.Error("used after Close")
	}
	if b.BytesInUse() == before {
		t.Error("gone under its user")
	}
	must(t, k.Done())
	must(t, k.Close())
	if b.BytesInUse() != before {
		t.Errorf("%d bytes in use, %d before", b.BytesInUse(), before)
	}
	for _, n := range []int{-1, 0, MaxElements + 1} {
		if _, err := w.Keep(f.Field, n); err == nil {
			t.Errorf("%d elements", n)
		}
	}
}

// TestKeptGivesWay: vectors that nobody uses go when bases, vectors or domains need their memory.
func TestKeptGivesWay(t *testing.T) {
	for name, need := range map[string]func(*Backend, *Workspace) error{
		"bases": func(b *Backend, _ *Workspace) error {
			bases, err := b.device.load(bn254G1, driver.Bytes(testPoints(400)), 0, 1, 0)
			if err == nil {
				err = bases.Close()
			}
			return err
		},
		"a vector": func(_ *Backend, w *Workspace) error {
			_, err := w.Vector(testFields[0].Field, 3000)
			return err
		},
	} {
		for _, used := range []bool{true, false} {
			b, f := testBackend(t), testFields[0]
			w := testWorkspace(t, b)
			m := &b.device.memory
			m.limit = 1 << 20
			n := int(w.Spare()) / f.ElementBytes()
			k, err := w.Keep(f.Field, n)
			must(t, err)
			if _, err := w.Keep(f.Field, n); !errors.Is(err, driver.ErrOutOfMemory) {
				t.Errorf("%s: another one: %v", name, err)
			}
			if !used {
				must(t, k.Done())
			}
			if err := need(b, w); errors.Is(err, driver.ErrOutOfMemory) != used || !used && err != nil {
				t.Errorf("%s, used %v: %v", name, used, err)
			}
			if k.Use() != used {
				t.Errorf("%s, used %v: there %v", name, used, !used)
			}
		}
	}
}

// TestEvaluateAll: several evaluations, of vectors of any lengths, are those that Evaluate gives.
func TestEvaluateAll(t *testing.T) {
	b := testBackend(t)
	for _, f := range testFields[:2] {
		w := testWorkspace(t, b)
		all := upload(t, w, f.Field, f.elements(5000, 1))
		point := f.elements(1, 2)
		vectors := []*Vector{all, all.Slice(3, 3), all.Slice(7, 8), all.Slice(0, 2048), all}
		values, err := w.EvaluateAll(vectors, point)
		must(t, err)
		for i, v := range vectors {
			want, err := w.Evaluate(v, point)
			must(t, err)
			if !slices.Equal(values[i], want) {
				t.Errorf("%s: a wrong value of vector %d", f.Field.Name, i)
			}
		}
		if zero := make([]uint64, f.Limbs); !slices.Equal(values[1], zero) || slices.Equal(values[0], zero) {
			t.Error("the empty vector's value, or another's")
		}
		if none, err := w.EvaluateAll(nil, point); len(none) != 0 || err != nil {
			t.Errorf("no vectors: %v, %v", none, err)
		}
	}
}
