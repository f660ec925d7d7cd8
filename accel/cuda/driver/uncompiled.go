//go:build !cuda

package driver

// ErrUnavailable says why this build has no binding: nil if it has one, else [ErrNotCompiled] or [ErrNotSupported].
func ErrUnavailable() error { return ErrNotCompiled }
