package driver

import (
	"errors"
	"strings"
	"unsafe"
)

// call calls an entry point and turns its result into an error value.
//
// A pointer is passed as uintptr(unsafe.Pointer(p)), written in the argument list of the call. The
// pragma moves the object that p points to onto the heap and keeps it alive until the call returns.
// It does not do that for pointers inside the object.
//
//go:uintptrescapes
func (l *Library) call(s symbol, args ...uintptr) error { return l.invoke(s, args) }

// invoke is call for arguments in a slice, without its allocation. The caller keeps alive whatever
// the slice points to.
func (l *Library) invoke(s symbol, args []uintptr) error {
	if l.table[s] == 0 {
		return newError(symbolNames[s], codeNotSupported, "CUDA_ERROR_NOT_SUPPORTED",
			"the driver does not have it")
	}
	// CUresult is a C enum, 32 bits wide; the upper half of the register is not defined.
	result := callC(l.table[s], args...)
	switch code := int(int32(uint32(result))); code {
	case 0:
	case codeNotReady:
		return errNotReady
	default:
		return newError(symbolNames[s], code, l.describe(cuGetErrorName, code),
			l.describe(cuGetErrorString, code))
	}
	return nil
}

// errNotReady is the answer to most questions. The driver need not describe it each time.
var errNotReady = newError("cuEventQuery", codeNotReady, "CUDA_ERROR_NOT_READY", "")

// hasCode reports whether err is of a call that failed with this result code.
func hasCode(err error, code int) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Code == code
}

// describe asks the driver for the name or the text of a result code. It is empty if the driver
// knows none.
func (l *Library) describe(s symbol, code int) string {
	var text unsafe.Pointer
	result := callC(l.table[s], uintptr(code), uintptr(unsafe.Pointer(&text)))
	if uint32(result) != 0 {
		return ""
	}
	return goString(text)
}

// goString copies a C string; a nil pointer is the empty one.
func goString(p unsafe.Pointer) string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for ; *(*byte)(p) != 0; p = unsafe.Add(p, 1) {
		b.WriteByte(*(*byte)(p))
	}
	return b.String()
}

// cString copies a string and ends it as C does.
func cString(s string) []byte { return append([]byte(s), 0) }
