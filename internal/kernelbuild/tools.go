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

// requireTool fails unless the program of that name on the PATH is of a release.
func requireTool(name, release string) error {
	out, err := exec.Command(name, "--version").Output()
	if err != nil {
		return fmt.Errorf("%w: %w", errCompiler, err)
	}
	if !strings.Contains(string(out), release) {
		return fmt.Errorf("%w: %s is of %s", errCompiler, name, releaseIn(string(out)))
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

// requireTools fails unless nvcc is there, and the assemblers of some targets.
func requireTools(wanted []target) error {
	if err := requireTool("nvcc", compilerRelease); err != nil {
		return err
	}
	for _, t := range wanted {
		if t.Kind != "elf" {
			continue
		}
		if err := requireTool(assemblers[t.Assembler], t.Assembler); err != nil {
			return err
		}
	}
	return nil
}
