package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// errDiffers says that the compiler made something else of the sources than what is committed.
var errDiffers = errors.New("the rebuilt fatbin differs from the committed one")

// build compiles a curve's kernels and writes blob and manifest. It does not if they are up to date
// and force is not set.
func build(w io.Writer, root, curve string, force bool) error {
	if !force && check(root, curve) == nil {
		fmt.Fprintf(w, "%s: up to date\n", curve)
		return nil
	}
	m, fatbin, err := rebuild(w, root, curve)
	if err != nil {
		return err
	}
	blob, err := pack(fatbin)
	if err != nil {
		return fmt.Errorf("pack %s: %w", curve, err)
	}
	m.Blob = digestOf(blob)
	file := filepath.Join(root, filepath.FromSlash(blobPath(curve)))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := writeIfChanged(file, blob); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s, %d bytes\n", curve, blobPath(curve), len(blob))
	return m.write(root, curve)
}

// verify compiles a curve's kernels afresh and compares the fatbin with the committed one. It
// compares byte for byte, but for the order of the frames: see withoutFrames.
func verify(w io.Writer, root, curve string) error {
	if err := check(root, curve); err != nil {
		return err
	}
	committed, err := committedFatbin(root, curve)
	if err != nil {
		return err
	}
	_, fatbin, err := rebuild(w, root, curve)
	if err != nil {
		return err
	}
	if err := same(committed, fatbin); err != nil {
		return fmt.Errorf("%s: %w", curve, err)
	}
	fmt.Fprintf(w, "%s: the committed blob is what nvcc makes of the sources, "+
		"frames for debuggers aside\n", curve)
	return nil
}

// same compares two fatbins without their frames.
func same(committed, rebuilt []byte) error {
	committed, err := withoutFrames(committed)
	if err != nil {
		return fmt.Errorf("%w: the committed one: %w", errDiffers, err)
	}
	if rebuilt, err = withoutFrames(rebuilt); err != nil {
		return err
	}
	if !bytes.Equal(committed, rebuilt) {
		return fmt.Errorf("%w: committed %+v, rebuilt %+v, frames cleared",
			errDiffers, digestOf(committed), digestOf(rebuilt))
	}
	return nil
}

// rebuild compiles a curve and returns its manifest, complete but for the packed blob, with the
// fatbin.
func rebuild(w io.Writer, root, curve string) (*manifest, []byte, error) {
	if err := requireCompiler(); err != nil {
		return nil, nil, err
	}
	start := time.Now()
	c, err := compile(root, curve)
	if err != nil {
		return nil, nil, err
	}
	if err := unchangedSince(start, root, c.sources); err != nil {
		return nil, nil, err
	}
	sums, err := hashSources(root, c.sources)
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "%s: compiled %d sources for %d targets in %.1f s, %d bytes\n",
		curve, len(sums), len(targets), time.Since(start).Seconds(), len(c.fatbin))
	return &manifest{
		Sources:   sums,
		Compiler:  compilerRelease,
		Flags:     compilerFlags,
		Packer:    packerFlags,
		Targets:   targets,
		Fatbin:    digestOf(c.fatbin),
		Resources: c.resources,
	}, c.fatbin, nil
}

// writeIfChanged leaves an equal file alone, with its time stamp.
func writeIfChanged(file string, content []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(file, content, 0o644)
}
