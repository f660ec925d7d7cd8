package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"

// LibraryVariable is the environment variable that names the driver library.
const LibraryVariable = driver.LibraryVariable

// Emulator controls an emulator of devices, for tests.
type Emulator = driver.Emulator

// OpenEmulator opens the driver library. It returns no controls of one that is not an emulator, and
// fails as [Devices] does.
func OpenEmulator() (e *Emulator, ok bool, err error) {
	l, err := driver.Open("")
	if err != nil {
		return nil, false, err
	}
	e, ok = l.Emulator()
	return e, ok, nil
}
