//go:build !linux

package raw

// Huge returns the slice. Only Linux is asked for huge pages.
func Huge[T any](s []T) []T { return s }
