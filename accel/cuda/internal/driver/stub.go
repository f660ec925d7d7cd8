//go:build !(cuda && linux && (amd64 || arm64))

package driver

// This file stands for native.go in builds without a binding. No library opens, so that nothing
// beyond is ever called.

// Available says whether this build has a binding. Code that depends on this constant is not
// linked.
const Available = false

// unavailable is [ErrNotCompiled] in builds without the tag cuda.
var unavailable = ErrNotSupported

// ErrUnavailable says why this build has no binding: nil if it has one, else [ErrNotCompiled] or
// [ErrNotSupported].
func ErrUnavailable() error { return unavailable }

func dlopen(string) (uintptr, error)         { return 0, unavailable }
func dlsym(uintptr, string) (uintptr, error) { return 0, unavailable }
func callC(uintptr, ...uintptr) uintptr      { return 0 }
