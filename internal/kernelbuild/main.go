package main

import (
	"errors"
	"fmt"
	"io"
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

  build            write the Go constants of the kernels, and build the blobs whose sources changed
  check            compare sources and blobs with the manifests; needs no nvcc
  verify           build again and compare bytes
  resources        print registers, stack, spills and shared memory of each kernel`

var errUsage = errors.New(
	"usage: kernelbuild build | check | verify | resources, then curves (see -h)")

// execute carries out one command on the curves named, or on all of them.
func execute(w io.Writer, arguments []string) error {
	if len(arguments) == 0 {
		return errUsage
	}
	if slices.Contains([]string{"h", "help"}, strings.TrimLeft(arguments[0], "-")) {
		_, err := fmt.Fprintln(w, help)
		return err
	}
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err == nil {
		err = os.Chdir(filepath.Dir(string(root)))
	}
	if err != nil {
		return err
	}
	var command func(w io.Writer, curve string) error
	switch arguments[0] {
	case "build":
		command, err = build, writeConstants()
	case "check":
		command, err = check, errors.Join(checkConstants(w), checkArguments(w))
	case "verify":
		command, err = verify, errors.Join(checkConstants(w), checkArguments(w))
	case "resources":
		command = printResources
	default:
		return errUsage
	}
	if err != nil {
		return err
	}
	chosen := arguments[1:]
	if len(chosen) == 0 {
		chosen = curves
	}
	for _, curve := range chosen {
		if !slices.Contains(curves, curve) {
			return fmt.Errorf("no kernels for curve %q", curve)
		}
		if err := command(w, curve); err != nil {
			return fmt.Errorf("%s: %w", curve, err)
		}
	}
	return nil
}
