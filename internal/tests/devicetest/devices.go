package devicetest

import (
	"strconv"
	"testing"
)

// Devices gives the emulated machine n devices until the end of the test. It needs an [Emulator].
func Devices(t *testing.T, n int) {
	t.Helper()
	emulator := Emulator(t)
	if err := emulator.Set("DEVICES", strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := emulator.Set("DEVICES", "1"); err != nil {
			t.Error(err)
		}
	})
}
