package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
)

// errStale says that a committed blob does not belong to the sources beside it.
var errStale = errors.New("stale kernels: run `make kernels` and commit the blob with its manifest")

// check compares the sources and the committed blob of a curve with its manifest. It needs no
// compiler.
func check(curve string) error {
	recorded, err := readManifest(curve)
	if err == nil {
		err = recorded.current()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	for name, want := range recorded.Files {
		if err := want.check(blobPath(curve, name)); err != nil {
			return fmt.Errorf("%w: %s: %w", errStale, blobPath(curve, name), err)
		}
	}
	return nil
}

func (f file) check(name string) error {
	blob, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if digestOf(blob) != f.Blob {
		return errors.New("it is not the file of the manifest")
	}
	content, err := unpack(blob)
	if err == nil && digestOf(content) != f.Content {
		err = errors.New("it does not unpack to what the manifest says")
	}
	return err
}

// current returns an error that names a change since the blob was built. A file that is newly
// included needs no rule of its own: the file that includes it has changed.
func (m *manifest) current() error {
	for file, sum := range m.Sources {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if digestOf(content).SHA256 != sum {
			return fmt.Errorf("%s has changed since the blob was built", file)
		}
	}
	if !reflect.DeepEqual(m.settings, pinned()) {
		return errors.New("compilers, flags or targets have changed since the blob was built")
	}
	return nil
}
