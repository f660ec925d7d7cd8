package main

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// errCompiler says that a pinned compiler is not there.
var errCompiler = errors.New("the kernels need nvcc of " + compilerRelease +
	", and ptxas-12.9 of " + newerRelease +
	"; on Debian 12 `make toolkit` installs both (as root, about 6 GB). " +
	"Users of the module need neither: the blobs are committed")

// requireTools fails unless the pinned nvcc and the assemblers of some targets are there.
func requireTools(wanted []target) error {
	releases := map[string]string{"nvcc": compilerRelease}
	for _, t := range wanted {
		if t.Kind == "elf" {
			releases[assemblers[t.Assembler]] = t.Assembler
		}
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
