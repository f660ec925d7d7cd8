//go:build linux || darwin

package server

import (
	"os"
	"syscall"
)

// diskSpace is what the disk of a folder has, in bytes, once the folder is there.
func diskSpace(folder string) (free, total int64, known bool) {
	var about syscall.Statfs_t
	if os.MkdirAll(folder, 0o750) != nil || syscall.Statfs(folder, &about) != nil {
		return 0, 0, false
	}
	size := int64(about.Bsize)
	return int64(about.Bavail) * size, int64(about.Blocks) * size, true
}
