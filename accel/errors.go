package accel

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Why no device can be used. [Engine.Unavailable], and with [WithStrict] the error of [Open],
// wraps one of these or an error of the driver.
var (
	// ErrNotCompiled: the program was built without the tag cuda.
	ErrNotCompiled = cuda.ErrNotCompiled
	// ErrNotSupported: there is no CUDA on this operating system or architecture.
	ErrNotSupported = cuda.ErrNotSupported
	// ErrNoLibrary: the driver's library was not found.
	ErrNoLibrary = cuda.ErrNoLibrary
	// ErrNoDevice: the driver is there, but no device is, or not the one asked for.
	ErrNoDevice = cuda.ErrNoDevice
	// ErrUnusable: the driver's library is there, but it or the device refuses to work.
	ErrUnusable = cuda.ErrUnusable
	// ErrDriverTooOld: the driver is older than the kernels need.
	ErrDriverTooOld = cuda.ErrDriverTooOld
	// ErrDeviceTooOld: the device's compute capability is lower than the kernels need.
	ErrDeviceTooOld = cuda.ErrDeviceTooOld
	// ErrWithoutDevice: the engine was opened with [WithoutDevice].
	ErrWithoutDevice = group.ErrWithoutDevice
)

// What can go wrong in use. Only engines opened with [WithStrict] return the first three.
var (
	// ErrOutOfMemory: the device, or the limit of [WithMemoryLimit], has too little memory for
	// the operation.
	ErrOutOfMemory = cuda.ErrOutOfMemory
	// ErrDeviceLost: a failure after which the device cannot be used any more by this process.
	ErrDeviceLost = cuda.ErrDeviceLost
	// ErrInvalidResult: what the device returned is not a point of the curve, or by
	// [WithCheckedSums] not the sum.
	ErrInvalidResult = engine.ErrInvalidResult
	// ErrRange: a sub-range that is not within the bases.
	ErrRange = engine.ErrRange
	// ErrLength: the vectors of an operation differ in length, or do not fit it.
	ErrLength = engine.ErrLength
	// ErrClosed: the engine or the bases were used after Close.
	ErrClosed = engine.ErrClosed
)

// What is wrong with an option. [Open] returns these with and without [WithStrict].
var (
	// ErrInvalidOption: the value of an option makes no sense, or two options contradict each
	// other.
	ErrInvalidOption = engine.ErrInvalidOption
)
