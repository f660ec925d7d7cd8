package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := execute(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "kernelbuild:", err)
		os.Exit(1)
	}
}

const help = `kernelbuild builds the blobs of kernels with nvcc 11.8, and with ptxas 12.9 for newer
cards. It checks what is committed.

    go run ./internal/kernelbuild build bn254
    go run ./internal/kernelbuild check

Commands, each on the named curves or on all:

  constants        write the Go constants of the kernels
  build [-force]   build the blobs whose sources changed, or all
  check            compare sources and blobs with the manifests; needs no nvcc
  verify           build again and compare bytes
  resources        print registers, stack, spills and shared memory of each kernel`

var errUsage = errors.New(
	"usage: kernelbuild constants | build | check | verify | resources, then curves (see -h)")

// execute carries out one subcommand on the curves named, or on all of them.
func execute(w io.Writer, arguments []string) error {
	switch {
	case len(arguments) == 0:
		return errUsage
	case slices.Contains([]string{"h", "help"}, strings.TrimLeft(arguments[0], "-")):
		_, err := fmt.Fprintln(w, help)
		return err
	}
	flags := flag.NewFlagSet(arguments[0], flag.ContinueOnError)
	force := flags.Bool("force", false, "build even what is up to date")
	if err := flags.Parse(arguments[1:]); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err == nil {
		err = os.Chdir(filepath.Dir(string(root)))
	}
	switch arguments[0] {
	case "constants", "build":
		err = errors.Join(err, writeConstants(w, false))
	case "check", "verify":
		err = errors.Join(err, writeConstants(w, true), checkLayouts(w))
	}
	if err != nil || arguments[0] == "constants" {
		return err
	}
	action := map[string]func(curve string) error{
		"build":     func(curve string) error { return build(w, curve, *force) },
		"check":     func(curve string) error { return checkAloud(w, curve) },
		"verify":    func(curve string) error { return verify(w, curve) },
		"resources": func(curve string) error { return resources(w, curve) },
	}[arguments[0]]
	if action == nil {
		return errUsage
	}
	chosen := flags.Args()
	if len(chosen) == 0 {
		chosen = curves
	}
	for _, curve := range chosen {
		if !slices.Contains(curves, curve) {
			return fmt.Errorf("no kernels for curve %q", curve)
		}
		if err := action(curve); err != nil {
			return err
		}
	}
	return nil
}

// checkAloud checks a curve and says so: silence could also mean that nothing was looked at.
func checkAloud(w io.Writer, curve string) error {
	if err := check(curve); err != nil {
		return fmt.Errorf("%s: %w", curve, err)
	}
	fmt.Fprintf(w, "%s: sources and blob are those of the manifest\n", curve)
	return nil
}

func resources(w io.Writer, curve string) error {
	m, err := readManifest(curve)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s; bytes of memory, stack and spills a thread, shared a block\n", curve)
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		f := m.Files[name]
		fmt.Fprintf(w, "%s: %d bytes packed, %d unpacked\n", name, f.Blob.Bytes, f.Content.Bytes)
	}
	fmt.Fprintln(w)
	return printResources(w, m.Resources)
}
