package driver

import (
	"errors"
	"fmt"
	"strings"
)

// These errors name the states in which no CUDA device is usable.
var (
	// ErrNotCompiled: the program was built without the tag cuda.
	ErrNotCompiled = errors.New("CUDA is not compiled in: build with -tags cuda")
	// ErrNotSupported: the program was built with the tag cuda for a system that has no CUDA path.
	ErrNotSupported = errors.New("CUDA is not supported on this system: " +
		"it needs Linux on amd64 or arm64")
	// ErrNoLibrary: the driver library was not found.
	ErrNoLibrary = errors.New("no CUDA driver library: " +
		"install the NVIDIA driver (in a container, the NVIDIA container toolkit), " +
		"or name the library in " + LibraryVariable)
	// ErrUnusable: the driver library is there, but it, or the device, refuses to work.
	ErrUnusable = errors.New("the CUDA driver is installed but unusable: " +
		"check that nvidia-smi works")
	// ErrDriverTooOld: the driver is older than this package, or than the kernels, can use.
	ErrDriverTooOld = errors.New("the CUDA driver is too old: update the NVIDIA driver")
	// ErrNoDevice: the driver works, but shows no device, or none with that index.
	ErrNoDevice = errors.New("no CUDA device: " +
		"check nvidia-smi, CUDA_VISIBLE_DEVICES and the devices given to the container")
	// ErrDeviceTooOld: the device's compute capability is below the kernels' lowest.
	ErrDeviceTooOld = errors.New("the CUDA device is too old: " +
		"use one of compute capability 7.5 (Turing) or later")
)

// The failures of an open device.
var (
	// ErrOutOfMemory: the device, or the pinned memory of the host, is exhausted. The context stays
	// usable.
	ErrOutOfMemory = errors.New("out of CUDA memory: " +
		"free some, or raise the memory limit if one is set")
	// ErrDeviceLost: a failure after which the context cannot be used any more, nor anything
	// allocated in it.
	ErrDeviceLost = errors.New("the CUDA device is lost to this process: restart the program")
	// ErrClosed: the context was closed.
	ErrClosed = errors.New("the CUDA context is closed: open it again")
	// ErrOutsideDo: a [Thread] was used after its Do had returned.
	ErrOutsideDo = errors.New("a driver.Thread was used outside its Do: call Do again")
	// ErrPanicked: the function given to Do panicked.
	ErrPanicked = errors.New("the function given to Do panicked")
)

// Error is a CUDA call that failed.
type Error struct {
	// Call is the entry point, for instance "cuMemAlloc_v2".
	Call string
	// Name and Code are CUDA's, for instance "CUDA_ERROR_OUT_OF_MEMORY" and 2.
	Name string
	Code int
	// Text is the driver's own description, empty if it has none.
	Text string
	// Hint is the remedy for the error, or empty if none is known.
	Hint string
}

// Error names the call, its failure and the remedy.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%d)", e.Call, e.Name, e.Code)
	if e.Text != "" {
		fmt.Fprintf(&b, ", %s", e.Text)
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, ": %s", e.Hint)
	}
	return b.String()
}

// Unwrap returns the sentinel that the code belongs to, or nil.
func (e *Error) Unwrap() error { return sentinel(e.Call, e.Code) }

// OutOfMemory reports whether a failure is a lack of memory and no more. The same may be tried
// again with less, which a lost device refuses.
func OutOfMemory(err error) bool {
	return errors.Is(err, ErrOutOfMemory) && !errors.Is(err, ErrDeviceLost)
}
