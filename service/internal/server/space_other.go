//go:build !linux && !darwin

package server

// diskSpace knows nothing here.
func diskSpace(string) (free, total int64, known bool) { return 0, 0, false }
