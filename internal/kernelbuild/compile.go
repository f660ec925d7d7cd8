package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// errCompiler says that a pinned compiler is not there.
var errCompiler = errors.New("the kernels need nvcc of " + compilerRelease +
	", and ptxas-12.9 of " + newerRelease +
	"; on Debian 12 `make toolkit` installs both (as root, about 6 GB). " +
	"Users of the module need neither: the blobs are committed")

// requireCompilers fails unless the pinned nvcc and both assemblers are there.
func requireCompilers() error {
	releases := map[string]string{"nvcc": compilerRelease}
	for release, name := range assemblers {
		releases[name] = release
	}
	for name, release := range releases {
		out, err := exec.Command(name, "--version").Output()
		if err != nil {
			return fmt.Errorf("%w: %w", errCompiler, err)
		}
		if !strings.Contains(string(out), release) {
			return fmt.Errorf("%w: %s says\n%s", errCompiler, name, out)
		}
	}
	return nil
}

// compiler builds the images of one curve in a folder.
type compiler struct{ curve, folder string }

// image is where an architecture's image stands. Its name does not end up in the fatbin.
func (c compiler) image(arch string) string { return filepath.Join(c.folder, arch) }

// run runs a command, and returns all that it printed.
func (c compiler) run(name string, arguments ...string) (string, error) {
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, arguments, err, out)
	}
	return string(out), err
}

// machineCode has nvcc write all PTX, and then ptxas assemble it for all targets. It returns the
// reports of ptxas.
func (c compiler) machineCode() ([]resource, error) {
	reports := make([][]resource, len(pinned.Targets))
	err := each(ptxArchs, func(_ int, arch string) error {
		arguments := []string{
			"-ptx", "-arch=" + arch, "-o", c.image(arch), "-MMD", "-MF", c.image(arch) + ".d",
		}
		_, err := c.run("nvcc", append(append(arguments, pinned.Flags...), sourcePath(c.curve))...)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = each(pinned.Targets, func(i int, t target) error {
		if t.Kind == "ptx" {
			return nil
		}
		arguments := append([]string{"-arch=" + t.Arch, "-o", c.image(t.Arch)}, pinned.Assembler...)
		report, err := c.run(assemblers[t.Assembler], append(arguments, c.image(t.Source))...)
		reports[i] = parseResources(t.Arch, report)
		return err
	})
	return slices.Concat(reports...), err
}

// each runs a step for each value, as many at once as there are processors.
func each[T any](values []T, step func(i int, value T) error) error {
	var tasks parallel.Tasks
	tasks.SetLimit(runtime.NumCPU())
	for i, value := range values {
		tasks.Go(func() error { return step(i, value) })
	}
	return tasks.Wait()
}

// sources returns the SHA-256 of each file of the repository that nvcc read. It fails if one was
// written after a moment: then nvcc may have read other bytes.
func (c compiler) sources(start time.Time) (map[string]string, error) {
	sums := map[string]string{}
	for _, arch := range ptxArchs {
		rule, err := os.ReadFile(c.image(arch) + ".d")
		if err != nil {
			return nil, err
		}
		files, err := parseDependencies(string(rule))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if sums[file], err = hashSource(file, start); err != nil {
				return nil, err
			}
		}
	}
	return sums, nil
}

// parseDependencies returns the files named in a rule of make, as nvcc -MMD writes it: `output :
// file \ file ...`.
func parseDependencies(rule string) (files []string, err error) {
	_, list, found := strings.Cut(rule, " : ")
	if !found {
		return nil, fmt.Errorf("no rule in %q", rule)
	}
	for _, name := range strings.Fields(strings.ReplaceAll(list, "\\\n", " ")) {
		files = append(files, path.Clean(name))
	}
	return files, nil
}

func hashSource(name string, start time.Time) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.ModTime().After(start) {
		return "", fmt.Errorf("%s changed while it was compiled: build again", name)
	}
	content, err := os.ReadFile(name)
	return digestOf(content).SHA256, err
}

// files reads the images that stand alone, and packs the others into one fatbin.
func (c compiler) files() (map[string][]byte, error) {
	names := fileNames()
	arguments := append([]string{"--create=" + c.image(fatbinName)}, pinned.Packer...)
	for _, t := range pinned.Targets {
		if slices.Contains(names, t.Arch) {
			continue
		}
		_, version, _ := strings.Cut(t.Arch, "_")
		arguments = append(arguments,
			fmt.Sprintf("--image3=kind=%s,sm=%s,file=%s", t.Kind, version, c.image(t.Arch)))
	}
	if _, err := c.run("fatbinary", arguments...); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range names {
		content, err := os.ReadFile(c.image(name))
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	return files, nil
}
