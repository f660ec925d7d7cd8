//go:build !linux

package parallel

// saveRegisters does nothing.
func saveRegisters() {}
