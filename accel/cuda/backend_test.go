package cuda

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
)

// TestDry runs operations on a device that only counts memory, in any build. They take the memory
// that they would take of a real device, and leave nothing behind.
func TestDry(t *testing.T) {
	const limit, n = 1 << 30, 1 << 20
	f := &Field{Name: "bn254_fr", Limbs: 4}
	g := &Group{Name: "bn254_g1", CoordinateLimbs: 4, ScalarLimbs: 4, ScalarBits: 254}
	b := OpenDry(Config{MemoryLimit: limit, Factor: 2})
	bases, err := b.Load(g, n, nil, nil, 0)
	cudatest.Must(t, err)
	if got := bases.Bytes(); got != 2*n*64 {
		t.Errorf("%d bytes for two multiples of %d points", got, n)
	}
	if _, err := b.Load(g, 16*n, nil, nil, 0); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("more points than the memory holds: %v", err)
	}
	w, err := b.Workspace()
	cudatest.Must(t, err)
	d, err := w.Domain(f, make([]uint64, 4), 20)
	cudatest.Must(t, err)
	v, err := w.Vector(f, n)
	cudatest.Must(t, err)
	w.Upload(v, nil)
	shift := &Coset{Shift: make([]uint64, 4), Inverse: make([]uint64, 4)}
	all := []*Vector{v}
	w.Transform(d, Transform{Coset: shift}, all, all)
	w.Transform(d, Transform{Inverse: true, Coset: shift}, all, all)
	cudatest.Must(t, w.Download(nil, v))
	if want := DomainBytes(f, 20, 1) + n*32; b.VectorBytes() != want {
		t.Errorf("%d bytes for vectors, expected %d", b.VectorBytes(), want)
	}
	p, err := bases.Plan(n, 3, OnDevice)
	cudatest.Must(t, err)
	if p.Layout.Bytes == 0 || p.Layout.Bytes > limit/2 {
		t.Errorf("a sum of %d bytes", p.Layout.Bytes)
	}
	cudatest.Must(t, errors.Join(w.Close(), d.Close(), bases.Close(), b.Close()))
}
