package cuda

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
)

// TestBusy: the device has work from what is queued up to its end, in any stream.
func TestBusy(t *testing.T) {
	b := testBackend(t)
	expect := func(want bool, when string) {
		t.Helper()
		if busy, err := b.Busy(); err != nil || busy != want {
			t.Errorf("%s: busy = %v, err = %v", when, busy, err)
		}
	}
	expect(false, "nothing is open")
	f, n := cudatest.BN254, 4500
	if _, emulated := b.device.Context.Library().Emulator(); !emulated {
		n = 1 << 20 // products that take longer than asking for them
	}
	idle, w := testWorkspace(t, b), testWorkspace(t, b)
	u := upload(t, w, f.Field, f.Elements(n, 1))
	to, err := w.Vector(f.Field, n)
	cudatest.Must(t, err)
	cudatest.Must(t, idle.Wait())
	cudatest.Must(t, w.Wait())
	expect(false, "nothing is queued")
	for range 200 {
		w.Multiply(to, u, u)
	}
	expect(true, "products are queued")
	cudatest.Must(t, w.Wait())
	expect(false, "products are done")
	cudatest.Must(t, w.Close())
	expect(false, "a workspace is closed")
}
