package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

var errHostCompiler = errors.New("g++ is missing: " +
	"it evaluates the kernels' constants (on Debian: apt-get install g++)")

// runOnHost compiles a program over the kernels' headers, and returns its output. It uses g++, as
// the emulator does.
func runOnHost(program []byte) ([]byte, error) {
	if _, err := exec.LookPath("g++"); err != nil {
		return nil, errHostCompiler
	}
	temp, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	source, binary := filepath.Join(temp, "program.cpp"), filepath.Join(temp, "program")
	if err := os.WriteFile(source, program, 0o600); err != nil {
		return nil, err
	}
	compiler := exec.Command("g++", "-std=c++17", "-O0", "-Wno-unknown-pragmas",
		"-Wno-invalid-offsetof", "-I"+kernelRoot, "-o", binary, source)
	if out, err := compiler.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("g++: %w\n%s", err, out)
	}
	return exec.Command(binary).Output()
}
