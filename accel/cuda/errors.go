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

// Available says whether the program can use devices. It is a constant of the build.
const Available = driver.Available
