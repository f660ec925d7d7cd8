//go:build !linux

package prepared

import (
	"os"
	"path/filepath"
)

// directory is an open folder. Names are looked up by its path, which nobody else can change.
type directory struct{ *os.File }

func (d *directory) path(name string) string { return filepath.Join(d.Name(), name) }

func (d *directory) open(name string, flags int) (*os.File, error) {
	return os.OpenFile(d.path(name), flags|careful, 0o600)
}

func (d *directory) rename(from, to string) error { return os.Rename(d.path(from), d.path(to)) }

func (d *directory) remove(name string) error { return os.Remove(d.path(name)) }
