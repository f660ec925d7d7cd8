package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// compilation is the output of the compilers for a curve's kernels.
type compilation struct {
	files     map[string][]byte // by their names in [blobPath], unpacked
	sources   []string          // every file of the repository that was read, perhaps twice
	resources []resource
}

// compile builds a curve's images for some targets, and the files that hold them.
func compile(curve string, wanted []target) (*compilation, error) {
	temp, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	b := &builder{curve, temp}
	var ptx []string // architectures
	for _, t := range wanted {
		if !slices.Contains(ptx, t.Source) {
			ptx = append(ptx, t.Source)
		}
	}
	sources, reports := make([][]string, len(ptx)), make([][]resource, len(wanted))
	err = each(ptx, func(i int, arch string) (err error) {
		sources[i], err = b.compile(arch)
		return err
	})
	if err == nil {
		err = each(wanted, func(i int, t target) (err error) {
			reports[i], err = b.assemble(t)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	c := &compilation{sources: slices.Concat(sources...), resources: slices.Concat(reports...)}
	c.files, err = b.collect(wanted)
	return c, err
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

// builder builds the images of one curve in a folder.
type builder struct{ curve, folder string }

// image is where an architecture's image stands. Its name does not end up in the fatbin.
func (b *builder) image(arch string) string { return filepath.Join(b.folder, arch) }

// run runs a command, and returns all that it printed.
func (b *builder) run(name string, arguments ...string) (string, error) {
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s of %s %s: %w\n%s", name, b.curve, arguments, err, out)
	}
	return string(out), err
}

// compile has nvcc write the PTX for an architecture. It returns the files that nvcc read.
func (b *builder) compile(arch string) ([]string, error) {
	output := b.image(arch)
	arguments := []string{"-ptx", "-arch=" + arch, "-o", output, "-MMD", "-MF", output + ".d"}
	arguments = append(append(arguments, compilerFlags...), sourcePath(b.curve))
	if _, err := b.run("nvcc", arguments...); err != nil {
		return nil, err
	}
	rule, err := os.ReadFile(output + ".d")
	if err != nil {
		return nil, err
	}
	return parseDependencies(string(rule))
}

// assemble makes machine code of PTX for a target, unless that is PTX itself.
func (b *builder) assemble(t target) ([]resource, error) {
	if t.Kind == "ptx" {
		return nil, nil
	}
	arguments := append([]string{"-arch=" + t.Arch, "-o", b.image(t.Arch)}, assemblerFlags...)
	report, err := b.run(assemblers[t.Assembler], append(arguments, b.image(t.Source))...)
	return parseResources(t.Arch, report), err
}

// collect reads the images that stand alone, and packs the others into one fatbin.
func (b *builder) collect(wanted []target) (files map[string][]byte, err error) {
	output := b.image(fatbinName)
	arguments := append([]string{"--create=" + output}, packerFlags...)
	names := map[string]bool{}
	for _, t := range wanted {
		names[t.file()] = true
		if t.file() == fatbinName {
			_, version, _ := strings.Cut(t.Arch, "_")
			arguments = append(arguments, fmt.Sprintf("--image3=kind=%s,sm=%s,file=%s",
				t.Kind, version, b.image(t.Arch)))
		}
	}
	if names[fatbinName] {
		if _, err := b.run("fatbinary", arguments...); err != nil {
			return nil, err
		}
	}
	files = make(map[string][]byte)
	for name := range names {
		if files[name], err = os.ReadFile(b.image(name)); err != nil {
			return nil, err
		}
	}
	return files, nil
}
