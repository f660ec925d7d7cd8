//go:build cuda && linux && (amd64 || arm64)

package driver

// Emulator controls a library that emulates a device, for tests.
type Emulator struct{}

// Emulator returns the controls of the library, if it is an emulator.
func (l *Library) Emulator() (*Emulator, bool) { return nil, false }
