package vector

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// indexVector returns a vector whose memory holds indices.
func indexVector(t *testing.T, w *Workspace, f testField, indices []uint32) *Vector {
	t.Helper()
	v := zeros(t, w, f.Field, plan.IndexElements(f.Field, len(indices)))
	w.UploadIndices(v, indices)
	return v
}

// TestGather selects elements: none, some, all, the same again, and those that are not there.
func TestGather(t *testing.T) {
	b := testStore(t)
	for _, f := range testFields {
		w := testWorkspace(t, b)
		const n = 700
		words := f.Elements(n, 1)
		from := upload(t, w, f.Field, words)
		every := make([]uint32, n)
		for i := range every {
			every[i] = uint32(i)
		}
		odd := slices.DeleteFunc(slices.Clone(every), func(i uint32) bool { return i%2 == 0 })
		for name, indices := range map[string][]uint32{
			"none": {}, "one": {n - 1}, "all": every, "every other": odd, "the same": {5, 5, 5},
			"none that is there": {n, 1<<32 - 1, 3},
		} {
			to := zeros(t, w, f.Field, len(indices))
			w.Gather(to, from, indexVector(t, w, f, indices))
			got, zero := download(t, w, to), make([]uint64, f.Limbs)
			for i, index := range indices {
				want := zero
				if index < n {
					want = words[int(index)*f.Limbs:][:f.Limbs]
				}
				if !slices.Equal(got[i*f.Limbs:][:f.Limbs], want) {
					t.Fatalf("%s, %s: element %d is wrong", f.Field.Name, name, i)
				}
			}
		}
		w.Gather(from.Slice(0, 100), from.Slice(100, 200), indexVector(t, w, f, every[:10]))
		if w.Err() == nil {
			t.Error("too few indices")
		}
		forget(w)
		w.Gather(from.Slice(0, 100), from.Slice(99, 200), indexVector(t, w, f, every))
		if w.Err() == nil {
			t.Error("in place")
		}
	}
}

// TestRoom: vectors that are not reserved for leave what is.
func TestRoom(t *testing.T) {
	b, f := testStore(t), testFields[0]
	m := &b.device.Memory
	m.Limit = 1 << 20
	w := testWorkspace(t, b)
	n := int(w.Available()) / f.ElementBytes()
	if !w.Room(f.Field, n) || w.Room(f.Field, n+1) {
		t.Error("not what bases may take")
	}
	cudatest.Must(t, b.device.Memory.Reserve(uint64(n/2*f.ElementBytes())))
	if !w.Room(f.Field, n-n/2) || w.Room(f.Field, n-n/2+1) {
		t.Error("not what the reservation leaves")
	}
	v := zeros(t, w, f.Field, n/4)
	if !w.Room(f.Field, n-n/2-n/4) || w.Room(f.Field, n-n/2-n/4+1) {
		t.Error("not what the vector leaves of it")
	}
	m.Limit = 1 << 10
	if w.Room(f.Field, n/4) {
		t.Error("more than there is")
	}
	cudatest.Must(t, v.Close())
	if !w.Room(f.Field, n/4) {
		t.Error("the workspace has a vector")
	}
	cudatest.Must(t, w.Close())
	if w.Room(f.Field, 1) {
		t.Error("a closed workspace has room")
	}
}
