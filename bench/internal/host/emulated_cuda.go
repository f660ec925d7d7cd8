//go:build cuda && linux && (amd64 || arm64)

package host

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// emulated says whether the driver is the one that stands for it in tests.
func emulated() bool {
	l, err := driver.Open("")
	if err != nil {
		return false
	}
	_, is := l.Emulator()
	return is
}
