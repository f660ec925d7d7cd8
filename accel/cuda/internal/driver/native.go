//go:build cuda && linux && (amd64 || arm64)

package driver

import "github.com/ebitengine/purego"

// This file is the only one that links purego, and with it the dynamic linker: see stub.go.

// Available says whether this build has a binding.
const Available = true

// ErrUnavailable says why this build has no binding: nil if it has one, else [ErrNotCompiled] or
// [ErrNotSupported].
func ErrUnavailable() error { return nil }

// dlopen maps a library into the process.
func dlopen(path string) (uintptr, error) {
	return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// dlsym returns the address of a library's entry point.
func dlsym(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }

// callC calls a C function. Pointers are passed as uintptr(unsafe.Pointer(p)), written in the
// argument list: the pragma keeps their memory alive and in place until the call returns.
//
//go:uintptrescapes
func callC(function uintptr, args ...uintptr) uintptr {
	result, _, _ := purego.SyscallN(function, args...)
	return result
}
