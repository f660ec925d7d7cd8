package devicetest

import (
	"strconv"
	"testing"
)

// Devices gives the emulated machine n devices until the end of the test. It needs an [Emulator].
func Devices(t *testing.T, n int) {
	t.Helper()
	emulator := Emulator(t)
	NoError(t, emulator.Set("DEVICES", strconv.Itoa(n)))
	AtEnd(t, func() error { return emulator.Set("DEVICES", "1") })
}
