package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"

// The errors of the driver library, whose binding documents them.
var (
	ErrNotCompiled  = driver.ErrNotCompiled
	ErrNotSupported = driver.ErrNotSupported
	ErrNoLibrary    = driver.ErrNoLibrary
	ErrUnusable     = driver.ErrUnusable
	ErrDriverTooOld = driver.ErrDriverTooOld
	ErrNoDevice     = driver.ErrNoDevice
	ErrDeviceTooOld = driver.ErrDeviceTooOld
	ErrOutOfMemory  = driver.ErrOutOfMemory
	ErrDeviceLost   = driver.ErrDeviceLost
	ErrClosed       = driver.ErrClosed
)

// Error is a CUDA call that failed.
type Error = driver.Error

// OutOfMemory reports whether a failure is a lack of memory and no more.
func OutOfMemory(err error) bool { return driver.OutOfMemory(err) }

// Available says whether the program can use devices. It is a constant of the build.
const Available = driver.Available

// ErrUnavailable says why it cannot, and is nil where it can.
func ErrUnavailable() error { return driver.ErrUnavailable() }
