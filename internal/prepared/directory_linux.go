package prepared

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// directory is an open folder. Names are looked up in it, wherever it is by now.
type directory struct{ *os.File }

func (d *directory) open(name string, flags int) (*os.File, error) {
	path := filepath.Join(d.Name(), name)
	for {
		fd, err := syscall.Openat(int(d.Fd()), name, flags|careful|syscall.O_CLOEXEC, 0o600)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), path), nil
		case errors.Is(err, syscall.ELOOP):
			return nil, &fs.PathError{Op: "open", Path: path, Err: errLink}
		case !errors.Is(err, syscall.EINTR):
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

func (d *directory) rename(from, to string) error {
	return syscall.Renameat(int(d.Fd()), from, int(d.Fd()), to)
}

func (d *directory) remove(name string) error { return syscall.Unlinkat(int(d.Fd()), name) }
