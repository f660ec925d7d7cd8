//go:build cuda && linux && (amd64 || arm64)

package cuda

import "testing"

// TestBusy: the device has work between what is queued and the end of that, whichever stream it is in.
func TestBusy(t *testing.T) {
	b := testBackend(t)
	expect := func(want bool, when string) {
		t.Helper()
		if busy, err := b.Busy(); err != nil || busy != want {
			t.Errorf("%s: busy = %v, err = %v", when, busy, err)
		}
	}
	expect(false, "nothing is open")
	f, n := testFields[0], 4500
	if _, emulated := b.device.context.Library().Emulator(); !emulated {
		n = 1 << 20 // products that take longer than asking for them
	}
	idle, w := testWorkspace(t, b), testWorkspace(t, b)
	u := upload(t, w, f.Field, f.elements(n, 1))
	to, err := w.Vector(f.Field, n)
	must(t, err)
	must(t, idle.Wait())
	must(t, w.Wait())
	expect(false, "nothing is queued")
	for range 200 {
		must(t, w.Multiply(to, u, u))
	}
	expect(true, "products are queued")
	must(t, w.Wait())
	expect(false, "products are done")
	must(t, w.Close())
	expect(false, "a workspace is closed")
}
