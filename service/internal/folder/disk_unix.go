//go:build linux || darwin

package folder

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file for this process, or returns [ErrLocked].
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// free is how many bytes the disk of a folder has left for this user.
func free(folder string) (int64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return int64(disk.Bavail) * int64(disk.Bsize), err
}
