package device

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// Synchronize waits for a stream, if it has been made.
func Synchronize(t *driver.Thread, s driver.Stream) error {
	if s == 0 {
		return nil
	}
	return t.Synchronize(s)
}
