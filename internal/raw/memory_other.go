//go:build !linux

package raw

import "errors"

// Huge returns the slice. Only Linux is asked for huge pages.
func Huge[T any](s []T) []T { return s }

// Map has no memory: no device can be opened on these systems.
func Map(int) ([]byte, error) { return nil, errors.ErrUnsupported }

// Unmap gives back memory of [Map], of which there is none.
func Unmap([]byte) error { return nil }
