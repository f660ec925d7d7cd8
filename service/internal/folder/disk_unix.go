//go:build linux || darwin

package folder

import (
	"errors"
	"os"
	"syscall"
)

func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// Disk returns the bytes of a folder's disk: free for this user, and in total.
func Disk(folder string) (free, total int64, err error) {
	var disk syscall.Statfs_t
	err = syscall.Statfs(folder, &disk)
	size := int64(disk.Bsize)
	return int64(disk.Bavail) * size, int64(disk.Blocks) * size, err
}
