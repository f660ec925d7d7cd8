package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// errStale says that a committed blob does not belong to the sources beside it.
var errStale = errors.New("stale kernels: run `make kernels` and commit the blob with its manifest")

// check compares the sources and the committed blob of a curve with its manifest, without a compiler.
func check(root, curve string) error {
	recorded, err := readManifest(root, curve)
	if err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	current, err := inputsOf(root, curve)
	if err != nil {
		return err
	}
	if err := recorded.sameInputs(current); err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	blob, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(blobPath(curve))))
	if err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	if digestOf(blob) != recorded.Blob {
		return fmt.Errorf("%w: %s is not the file of the manifest", errStale, blobPath(curve))
	}
	fatbin, err := unpack(blob)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", errStale, blobPath(curve), err)
	}
	if digestOf(fatbin) != recorded.Fatbin {
		return fmt.Errorf("%w: %s does not unpack to the manifest's fatbin", errStale, blobPath(curve))
	}
	return nil
}

// sameInputs says, as an error, in what two manifests' inputs differ.
func (m *manifest) sameInputs(now *manifest) error {
	for _, file := range slices.Sorted(maps.Keys(now.Sources)) {
		switch sum, known := m.Sources[file]; {
		case !known:
			return fmt.Errorf("%s is new since the blob was built", file)
		case sum != now.Sources[file]:
			return fmt.Errorf("%s has changed since the blob was built", file)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(m.Sources)) {
		if _, known := now.Sources[file]; !known {
			return fmt.Errorf("%s is no longer included", file)
		}
	}
	if m.Compiler != now.Compiler || !slices.Equal(m.Flags, now.Flags) || !slices.Equal(m.Packer, now.Packer) ||
		!slices.Equal(m.Targets, now.Targets) {
		return errors.New("compiler, flags or targets have changed since the blob was built")
	}
	return nil
}
