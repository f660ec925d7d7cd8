package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// errStale says that a committed blob does not belong to the sources beside it.
var errStale = errors.New("stale kernels: run `make kernels` and commit the blob with its manifest")

// check compares the sources and the committed blob of a curve with its manifest, without a
// compiler.
func check(root, curve string) error {
	recorded, err := readManifest(root, curve)
	if err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	if err := recorded.current(root); err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	for name, want := range recorded.Files {
		if err := want.check(root, blobPath(curve, name)); err != nil {
			return fmt.Errorf("%w: %s: %w", errStale, blobPath(curve, name), err)
		}
	}
	return nil
}

// check compares a committed file with the manifest.
func (f file) check(root, name string) error {
	blob, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
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

// current says, as an error, what has changed since the blob was built. A file that is newly
// included needs no rule of its own: the file that includes it has changed.
func (m *manifest) current(root string) error {
	files := slices.Sorted(maps.Keys(m.Sources))
	sums, err := hashSources(root, files)
	if err != nil {
		return err
	}
	for _, file := range files {
		if sums[file] != m.Sources[file] {
			return fmt.Errorf("%s has changed since the blob was built", file)
		}
	}
	if m.Compiler != compilerRelease || !slices.Equal(m.Flags, compilerFlags) ||
		!slices.Equal(m.Assembler, assemblerFlags) || !slices.Equal(m.Packer, packerFlags) ||
		!slices.Equal(m.Targets, targets) {
		return errors.New("compilers, flags or targets have changed since the blob was built")
	}
	return nil
}

// checkAloud checks a curve and says so: silence could also mean that nothing was looked at.
func checkAloud(w io.Writer, root, curve string) error {
	if err := check(root, curve); err != nil {
		return fmt.Errorf("%s: %w", curve, err)
	}
	fmt.Fprintf(w, "%s: sources and blob are those of the manifest\n", curve)
	return nil
}
