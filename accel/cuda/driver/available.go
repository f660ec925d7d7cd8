//go:build cuda && linux && (amd64 || arm64)

package driver

// ErrUnavailable says why this build has no binding: nil if it has one, else [ErrNotCompiled] or [ErrNotSupported].
func ErrUnavailable() error { return nil }
