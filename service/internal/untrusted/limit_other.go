//go:build !linux

package untrusted

import "runtime/debug"

// limit has the process collect its garbage before it takes so many bytes. Only Linux has a limit
// that holds.
func limit(bytes int64) { debug.SetMemoryLimit(bytes) }
