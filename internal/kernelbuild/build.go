package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"time"
)

// errDiffers says that the compilers made another file of the sources than the committed one.
var errDiffers = errors.New("the rebuilt file differs from the committed one")

// build compiles a curve's kernels and writes blobs and manifest. It does not if they are up to
// date and force is not set.
func build(w io.Writer, curve string, force bool) error {
	if !force && check(curve) == nil {
		fmt.Fprintf(w, "%s: up to date\n", curve)
		return nil
	}
	m, files, err := rebuild(w, curve)
	if err != nil {
		return err
	}
	for name, content := range files {
		blob, err := pack(content)
		if err != nil {
			return fmt.Errorf("pack %s: %w", curve, err)
		}
		m.Files[name] = file{digestOf(content), digestOf(blob)}
		at := blobPath(curve, name)
		if err := os.MkdirAll(path.Dir(at), 0o755); err != nil {
			return err
		}
		if err := writeIfChanged(at, blob); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s, %d bytes\n", curve, at, len(blob))
	}
	return m.write(curve)
}

// verify compiles a curve's kernels afresh and compares them with the committed ones. It compares
// byte for byte, but for the order of the frames: see withoutFrames.
func verify(w io.Writer, curve string) error {
	if err := check(curve); err != nil {
		return err
	}
	_, files, err := rebuild(w, curve)
	if err != nil {
		return err
	}
	for name, rebuilt := range files {
		committed, err := committed(curve, name)
		if err != nil {
			return err
		}
		if !bytes.Equal(withoutFrames(committed), withoutFrames(rebuilt)) {
			return fmt.Errorf("%w: %s, frames cleared", errDiffers, blobPath(curve, name))
		}
	}
	fmt.Fprintf(w, "%s: all images are what the compilers make of the sources, frames for "+
		"debuggers aside\n", curve)
	return nil
}

// rebuild compiles a curve. It returns its manifest, complete but for the files, and their unpacked
// contents.
func rebuild(w io.Writer, curve string) (*manifest, map[string][]byte, error) {
	if err := requireTools(targets); err != nil {
		return nil, nil, err
	}
	start := time.Now()
	c, err := compile(curve, targets)
	if err != nil {
		return nil, nil, err
	}
	sums, err := hashSources(c.sources, start)
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "%s: compiled %d sources for %d targets in %.1f s\n",
		curve, len(sums), len(targets), time.Since(start).Seconds())
	return &manifest{
		Sources: sums, settings: pinned(), Files: map[string]file{}, Resources: c.resources,
	}, c.files, nil
}

// writeIfChanged leaves an equal file alone, with its time stamp.
func writeIfChanged(file string, content []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(file, content, 0o644)
}
