package cuda

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// testBackend opens the backend, whichever library stands behind it.
func testBackend(t *testing.T) *Backend {
	t.Helper()
	cudatest.Library(t)
	b, err := Open(Config{}, 0)
	cudatest.Must(t, err)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Errorf("closing the device: %v", err)
		}
	})
	return b
}

// testWorkspace returns a workspace that is closed with the test.
func testWorkspace(t *testing.T, b *Backend) *Workspace {
	t.Helper()
	w, err := b.Workspace()
	cudatest.Must(t, err)
	t.Cleanup(func() { cudatest.Must(t, w.Close()) })
	return w
}

// upload makes a vector of elements.
func upload(t *testing.T, w *Workspace, f *Field, words []uint64) *Vector {
	t.Helper()
	v, err := w.Vector(f, len(words)/f.Limbs)
	cudatest.Must(t, err)
	w.Upload(v, raw.Bytes(words))
	return v
}

func download(t *testing.T, w *Workspace, f cudatest.ScalarField, v *Vector) []uint64 {
	t.Helper()
	words := make([]uint64, v.Len()*f.Limbs)
	cudatest.Must(t, w.Download(raw.Bytes(words), v))
	return words
}
