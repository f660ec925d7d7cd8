package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"unsafe"
)

// MinimumVersion is the oldest CUDA version of a driver that [Open] accepts: 11.4, of driver branch
// R470.
//
// That is the oldest long-term branch with all that the package uses. The one before it, R450 with
// CUDA 11.0, has no stream-ordered pools and does not know devices of capability 8.6. Kernels
// compiled for the device by any CUDA 11 compiler load on 11.4; kernels that the driver has to
// compile itself may need more, and say so when they are loaded.
const MinimumVersion = 11040

// systemLibraries are the places where the driver library is looked for. The first is found through
// the dynamic linker's path; the second is where Windows' subsystem for Linux keeps it, which is
// not on that path in every distribution.
var systemLibraries = []string{"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}

// Library is an open driver library with at least one device. It stays in the process until the
// process ends.
type Library struct {
	path    string
	handle  uintptr
	table   table
	version int // of CUDA that the driver supports, 1000·major + 10·minor
	devices int
}

// Open opens the driver library and initialises it. The path may be empty: then it is the value of
// [LibraryVariable], and if that is empty too, the system's library.
//
// The error wraps [ErrNoLibrary], [ErrUnusable], [ErrDriverTooOld] or [ErrNoDevice]. In a build
// without a binding it is that of [ErrUnavailable].
func Open(path string) (*Library, error) {
	if err := ErrUnavailable(); err != nil {
		return nil, err
	}
	if path == "" {
		path = named(os.Getenv(LibraryVariable), privileged())
	}
	candidates := systemLibraries
	if path != "" {
		candidates = []string{path}
	}
	l, err := openFirst(candidates)
	if err != nil {
		return nil, err
	}
	if err := l.initialise(); err != nil {
		return nil, fmt.Errorf("%s: %w", l.path, err)
	}
	return l, nil
}

// named is the library that the environment names. A program with more rights than its caller does
// not let the caller choose the code that it runs, as the dynamic linker does not with LD_PRELOAD.
func named(variable string, privileged bool) string {
	if privileged {
		return ""
	}
	return variable
}

// openFirst opens the first library that is there.
func openFirst(paths []string) (*Library, error) {
	var missing error
	for _, path := range paths {
		handle, err := load(path)
		if err == nil {
			return &Library{path: path, handle: handle}, nil
		}
		if !errors.Is(err, ErrNoLibrary) {
			return nil, err
		}
		if missing == nil {
			missing = err
		}
	}
	return nil, missing
}

// load maps a library into the process, or finds it there. None is ever closed: a driver that has
// started threads does not survive the removal of its code.
func load(path string) (uintptr, error) {
	// The linker keeps the text of an error for the thread that caused it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	handle, err := dlopen(path)
	if err != nil {
		return 0, loadError(path, err)
	}
	return handle, nil
}

// loadError tells a missing library from one that does not load. The latter may be of another
// architecture, or an empty file that stands for the real one in a container image.
func loadError(path string, err error) error {
	reason := ErrUnusable
	if strings.Contains(path, "/") {
		if _, statErr := os.Stat(path); errors.Is(statErr, fs.ErrNotExist) {
			reason = ErrNoLibrary
		}
	} else if isNoSuchFile(path, err.Error()) {
		reason = ErrNoLibrary
	}
	return fmt.Errorf("%w (%v)", reason, err)
}

// isNoSuchFile reports whether the loader's message says that it found no file of that name.
func isNoSuchFile(name, message string) bool {
	return strings.Contains(message, name+":") && strings.Contains(message, "No such file")
}

// initialise looks up the entry points, starts the driver and counts its devices.
func (l *Library) initialise() (err error) {
	if l.table, err = lookUp(l.handle); err != nil {
		return err
	}
	var version int32
	if err := l.call(cuDriverGetVersion, uintptr(unsafe.Pointer(&version))); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	if l.version = int(version); l.version < MinimumVersion {
		return fmt.Errorf("%w (it supports CUDA %s, the least is %s)", ErrDriverTooOld,
			versionString(l.version), versionString(MinimumVersion))
	}
	const flags = 0 // none are defined
	if err := l.call(cuInit, flags); err != nil {
		return err
	}
	var devices int32
	if err := l.call(cuDeviceGetCount, uintptr(unsafe.Pointer(&devices))); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	if l.devices = int(devices); l.devices == 0 {
		return ErrNoDevice
	}
	return nil
}

// versionString writes CUDA's 1000·major + 10·minor as people do.
func versionString(v int) string { return fmt.Sprintf("%d.%d", v/1000, v%1000/10) }

// DeviceCount returns the number of devices that the driver shows, at least 1.
func (l *Library) DeviceCount() int { return l.devices }
