package vector

import (
	"errors"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// TestEvictable: a vector that is kept serves one workspace after the other.
func TestEvictable(t *testing.T) {
	b, f := testStore(t), testFields[0]
	w := testWorkspace(t, b)
	words := f.Elements(64, 1)
	v := upload(t, w, f.Field, words)
	before := b.device.Context.BytesInUse()
	k, err := w.Evictable(f.Field, 64)
	cudatest.Must(t, err)
	w.Copy(k.Vector(), v)
	cudatest.Must(t, w.Wait())
	cudatest.Must(t, k.Done())
	other := testWorkspace(t, b)
	if !k.Use() {
		t.Fatal("given up without need")
	}
	if !slices.Equal(download(t, other, k.Vector()), words) {
		t.Error("not what was kept")
	}
	cudatest.Must(t, k.Close()) // goes with its user
	if k.Use() {
		t.Error("used after Close")
	}
	if b.device.Context.BytesInUse() == before {
		t.Error("gone under its user")
	}
	cudatest.Must(t, k.Done())
	cudatest.Must(t, k.Close())
	if b.device.Context.BytesInUse() != before {
		t.Errorf("%d bytes in use, %d before", b.device.Context.BytesInUse(), before)
	}
	for _, n := range []int{-1, 0, MaxElements + 1} {
		if _, err := w.Evictable(f.Field, n); err == nil {
			t.Errorf("%d elements", n)
		}
	}
}

// TestEvictableGivesWay: vectors that nobody uses go when others need their memory.
func TestEvictableGivesWay(t *testing.T) {
	for _, used := range []bool{true, false} {
		b, f := testStore(t), testFields[0]
		w := testWorkspace(t, b)
		b.device.Memory.Limit = 1 << 20
		n := int(w.Available()) / f.ElementBytes()
		k, err := w.Evictable(f.Field, n)
		cudatest.Must(t, err)
		if other, err := w.Evictable(f.Field, n); other != nil || err != nil {
			t.Errorf("another one: %v, %v", other, err)
		}
		if !used {
			cudatest.Must(t, k.Done())
		}
		_, err = w.Vector(f.Field, 3000)
		if errors.Is(err, driver.ErrOutOfMemory) != used || !used && err != nil {
			t.Errorf("used %v: %v", used, err)
		}
		if k.Use() != used {
			t.Errorf("used %v: there %v", used, !used)
		}
	}
}

// TestEvaluateTo: several evaluations, of vectors of any lengths, are those that Evaluate gives.
func TestEvaluateTo(t *testing.T) {
	b := testStore(t)
	for _, f := range testFields[:2] {
		w := testWorkspace(t, b)
		all := upload(t, w, f.Field, f.Elements(5000, 1))
		point := f.Elements(1, 2)
		vectors := []*Vector{all, all.Slice(3, 3), all.Slice(7, 8), all.Slice(0, 2048), all}
		to, err := w.Vector(f.Field, len(vectors))
		cudatest.Must(t, err)
		w.EvaluateTo(to, vectors, point)
		values := make([]uint64, len(vectors)*f.Limbs)
		cudatest.Must(t, w.Download(raw.Bytes(values), to))
		for i, v := range vectors {
			want, err := w.Evaluate(v, point)
			cudatest.Must(t, err)
			if !slices.Equal(values[i*f.Limbs:][:f.Limbs], want) {
				t.Errorf("%s: a wrong value of vector %d", f.Field.Name, i)
			}
		}
		zero := make([]uint64, f.Limbs)
		if !slices.Equal(values[f.Limbs:][:f.Limbs], zero) || slices.Equal(values[:f.Limbs], zero) {
			t.Error("the empty vector's value, or another's")
		}
	}
}
