package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// compilation is what the compilers made of a curve's kernels.
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

	b := newBuilder(curve, temp, wanted)
	var (
		group   parallel.WaitGroup
		results = make([]compilation, len(wanted))
		errs    = make([]error, len(wanted))
	)
	for i, t := range wanted {
		group.Go(func() { errs[i] = results[i].makeImage(b, t) })
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	all := new(compilation)
	for _, r := range results {
		all.sources = append(all.sources, r.sources...)
		all.resources = append(all.resources, r.resources...)
	}
	all.files, err = b.collect(wanted)
	return all, err
}

// builder builds the images of one curve, as many side by side as there are processors.
type builder struct {
	curve, folder string
	turns         chan struct{}
	// ptx compiles for an architecture, once, and returns the files that were read.
	ptx map[string]func() ([]string, error)
}

func newBuilder(curve, folder string, wanted []target) *builder {
	b := &builder{
		curve, folder, make(chan struct{}, runtime.NumCPU()), map[string]func() ([]string, error){},
	}
	for _, t := range wanted {
		b.ptx[t.Source] = sync.OnceValues(func() ([]string, error) { return b.compile(t.Source) })
	}
	return b
}

// image is where an architecture's image stands. Its name does not end up in the fatbin.
func (b *builder) image(arch string) string { return filepath.Join(b.folder, arch) }

// run runs a command, and returns all that it printed.
func (b *builder) run(name string, arguments ...string) (string, error) {
	b.turns <- struct{}{}
	defer func() { <-b.turns }()
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s of %s %s: %w\n%s", name, b.curve, arguments, err, out)
	}
	return string(out), err
}

// compile has nvcc write the PTX for an architecture, and returns the files that it read.
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

// makeImage compiles for a target, and assembles unless that is PTX.
func (c *compilation) makeImage(b *builder, t target) (err error) {
	if c.sources, err = b.ptx[t.Source](); err != nil || t.Kind == "ptx" {
		return err
	}
	arguments := append([]string{"-arch=" + t.Arch, "-o", b.image(t.Arch)}, assemblerFlags...)
	report, err := b.run(assemblers[t.Assembler], append(arguments, b.image(t.Source))...)
	c.resources = parseResources(t.Arch, report)
	return err
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
