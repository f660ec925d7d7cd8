package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"time"
)

// build compiles a curve's kernels and writes blobs and manifest. It does not if they are up to
// date. A blob stays whose image differs in frames alone: each version stays in the history.
func build(w io.Writer, curve string) error {
	if _, err := readBlobs(curve); err == nil {
		fmt.Fprintf(w, "%s: up to date\n", curve)
		return nil
	}
	m, images, err := compile(w, curve)
	if err != nil {
		return err
	}
	old, _ := readManifest(curve) // nil for a new curve
	for name, content := range images {
		at := blobPath(curve, name)
		if old.has(name, at, content) {
			m.Files[name] = old.Files[name]
			fmt.Fprintf(w, "%s: %s stays\n", curve, at)
			continue
		}
		blob, err := pack(content)
		if err != nil {
			return err
		}
		m.Files[name] = file{digestOf(content), digestOf(blob)}
		err = errors.Join(os.MkdirAll(path.Dir(at), 0o755), os.WriteFile(at, blob, 0o644))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s, %d bytes\n", curve, at, len(blob))
	}
	return os.WriteFile(manifestPath(curve), m.text(), 0o644)
}

// errDiffers says that the compilers made another file of the sources than the committed one.
var errDiffers = errors.New("the rebuilt file differs from the committed one")

// verify compiles a curve's kernels afresh and compares them with the committed ones. It compares
// byte for byte, but for the order of the frames: see withoutFrames.
func verify(w io.Writer, curve string) error {
	committed, err := readBlobs(curve)
	if err != nil {
		return err
	}
	_, images, err := compile(w, curve)
	if err != nil {
		return err
	}
	for name, rebuilt := range images {
		if !bytes.Equal(withoutFrames(committed[name]), withoutFrames(rebuilt)) {
			return fmt.Errorf("%w: %s, frames cleared", errDiffers, blobPath(curve, name))
		}
	}
	fmt.Fprintf(w, "%s: all images are what the compilers make of the sources, frames for "+
		"debuggers aside\n", curve)
	return nil
}

// compile compiles a curve with the pinned compilers. It returns the manifest, complete but for the
// files, and their contents.
func compile(w io.Writer, curve string) (*manifest, map[string][]byte, error) {
	if err := requireCompilers(); err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	start, m := time.Now(), &manifest{settings: pinned, Files: map[string]file{}}
	c := compiler{curve, folder}
	if m.Resources, err = c.machineCode(); err != nil {
		return nil, nil, err
	}
	if m.Sources, err = c.sources(start); err != nil {
		return nil, nil, err
	}
	images, err := c.files()
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "%s: compiled %d sources for %d targets in %.1f s\n",
		curve, len(m.Sources), len(pinned.Targets), time.Since(start).Seconds())
	return m, images, nil
}

// pack compresses a file with the program zstd. At level 19 its output is a sixth smaller than that
// of Go's packages.
func pack(content []byte) ([]byte, error) {
	command := exec.Command("zstd", "-19", "-c", fmt.Sprintf("--stream-size=%d", len(content)))
	command.Stdin = bytes.NewReader(content)
	blob, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("zstd (on Debian: apt-get install zstd): %w", err)
	}
	return blob, nil
}
