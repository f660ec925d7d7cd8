//go:build !linux

package untrusted

import "runtime/debug"

// limit has the process collect its garbage before it takes more than some bytes. Only Linux has
// limits that hold.
func limit(bytes, _ int64) { debug.SetMemoryLimit(bytes) }
