//go:build !cuda

package driver

func init() { unavailable = ErrNotCompiled }
