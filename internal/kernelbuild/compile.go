package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// errCompiler says that the pinned nvcc is not there.
var errCompiler = errors.New("the kernels need nvcc " + compilerRelease +
	"; on Debian 12 `make toolkit` installs it (as root, about 6 GB). " +
	"Users of the module need no nvcc: the blobs are committed")

// requireCompiler fails unless the nvcc on the PATH is the pinned one.
func requireCompiler() error {
	out, err := exec.Command("nvcc", "--version").Output()
	if err != nil {
		return fmt.Errorf("%w: %w", errCompiler, err)
	}
	if !strings.Contains(string(out), compilerRelease) {
		return fmt.Errorf("%w: found %s", errCompiler, releaseIn(string(out)))
	}
	return nil
}

func releaseIn(version string) string {
	for line := range strings.Lines(version) {
		if at := strings.Index(line, "release "); at >= 0 {
			return strings.TrimSpace(line[at:])
		}
	}
	return "another compiler"
}

// compilation is what nvcc and fatbinary made of a curve's kernels.
type compilation struct {
	fatbin    []byte
	sources   []string // every file of the repository that was read
	resources []resource
}

// compile builds the fatbin of a curve, every target in a process of its own.
func compile(root, curve string) (*compilation, error) {
	temp, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)

	var (
		group   parallel.WaitGroup
		results = make([]compilation, len(targets))
		errs    = make([]error, len(targets))
	)
	for i, t := range targets {
		group.Go(func() {
			errs[i] = results[i].compileTarget(root, curve, t, imagePath(temp, curve, t))
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	all := new(compilation)
	for _, r := range results {
		all.sources = union(all.sources, r.sources)
		all.resources = append(all.resources, r.resources...)
	}
	all.fatbin, err = join(temp, curve)
	return all, err
}

// imagePath is where a target's image stands in the folder of a build. Neither name ends up in the
// fatbin.
func imagePath(folder, curve string, t target) string {
	return filepath.Join(folder, curve+"."+t.Arch+"."+t.Kind)
}

// compileTarget runs nvcc for one target, from the repository's root.
func (c *compilation) compileTarget(root, curve string, t target, output string) error {
	form := map[string]string{"elf": "-cubin", "ptx": "-ptx"}[t.Kind]
	arguments := []string{form, "-arch=" + t.Arch, "-o", output, "-MMD", "-MF", output + ".d"}
	arguments = append(append(arguments, compilerFlags...), sourcePath(curve))
	command := exec.Command("nvcc", arguments...)
	command.Dir = root
	out, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("nvcc %s for %s: %w\n%s", sourcePath(curve), t.Arch, err, out)
	}
	rule, err := os.ReadFile(output + ".d")
	if err != nil {
		return err
	}
	c.resources = parseResources(t.Arch, string(out))
	c.sources, err = parseDependencies(string(rule))
	return err
}

// join packs the images in a folder into one fatbin. The fatbin is byte for byte what a single
// `nvcc -fatbin` with all targets writes.
func join(folder, curve string) ([]byte, error) {
	output := filepath.Join(folder, curve+".fatbin")
	arguments := append([]string{"--create=" + output}, packerFlags...)
	for _, t := range targets {
		_, version, _ := strings.Cut(t.Arch, "_")
		image := imagePath(folder, curve, t)
		arguments = append(arguments,
			fmt.Sprintf("--image3=kind=%s,sm=%s,file=%s", t.Kind, version, image))
	}
	if out, err := exec.Command("fatbinary", arguments...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("fatbinary: %w\n%s", err, out)
	}
	return os.ReadFile(output)
}
