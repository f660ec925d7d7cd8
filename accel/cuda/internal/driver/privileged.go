package driver

import (
	"encoding/binary"
	"os"
)

// Entries of the vector that the kernel gives a program: pairs of words, a type and a value.
const (
	auxiliaryEnd    = 0
	auxiliarySecure = 23 // AT_SECURE: the program has more rights than its caller
)

// privileged reports whether the program has more rights than its caller. It has them by its user
// or group, or by the capabilities of its file. The kernel may hide the vector of such a program
// from it.
func privileged() bool {
	if os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return true
	}
	return secure(os.ReadFile("/proc/self/auxv"))
}

// secure reads AT_SECURE off a vector of a 64-bit program. Where the vector could not be read, the
// program may have more rights.
func secure(vector []byte, err error) bool {
	if err != nil {
		return true
	}
	const word = 8
	for ; len(vector) >= 2*word; vector = vector[2*word:] {
		switch binary.NativeEndian.Uint64(vector) {
		case auxiliaryEnd:
			return false
		case auxiliarySecure:
			return binary.NativeEndian.Uint64(vector[word:]) != 0
		}
	}
	return false
}
