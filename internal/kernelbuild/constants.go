package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"go/format"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// constantsPath is the generated Go file, relative to the repository's root.
const constantsPath = kernelRoot + "/constants_gen.go"

// errConstants says that the generated file does not belong to the sources.
var errConstants = errors.New("stale constants of the kernels: run `make kernels` and commit " +
	constantsPath)

func writeConstants() error {
	made, err := generateConstants()
	if err != nil {
		return err
	}
	return os.WriteFile(constantsPath, made, 0o644)
}

func checkConstants(w io.Writer) error {
	made, err := generateConstants()
	if err != nil {
		return err
	}
	committed, err := os.ReadFile(constantsPath)
	if err != nil || !bytes.Equal(committed, made) {
		return errConstants
	}
	fmt.Fprintln(w, "constants: those of the kernels' sources")
	return nil
}

// constantsProgram prints the generated file: only the compiler knows the values.
//
//go:embed host/constants.cpp
var constantsProgram string

var groupMacro = regexp.MustCompile(`(?m)^MSM_KERNELS\((\w+), ([\w:]+)\)`)

// generateConstants evaluates the constants with the host's compiler and returns the Go file.
func generateConstants() ([]byte, error) {
	var includes, launches strings.Builder
	for _, curve := range curves {
		source, err := os.ReadFile(sourcePath(curve))
		if err != nil {
			return nil, err
		}
		groups := groupMacro.FindAllSubmatch(source, -1)
		if len(groups) == 0 {
			return nil, fmt.Errorf("%s has no groups", sourcePath(curve))
		}
		fmt.Fprintf(&includes, "#include \"curve/%s.cuh\"\n", strings.ReplaceAll(curve, "-", "_"))
		for _, m := range groups {
			fmt.Fprintf(&launches, "launch<%s>(\"%s\");\n", m[2], m[1])
		}
	}
	folder, err := os.MkdirTemp("", "kernelbuild-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "constants")
	err = compileOnHost(fmt.Sprintf("%s\n%s\nstatic void launches() {\n%s}\n",
		constantsProgram, &includes, &launches), "-o", program)
	if err != nil {
		return nil, err
	}
	text, err := exec.Command(program).Output()
	if err != nil {
		return nil, err
	}
	return format.Source(text)
}

var errHostCompiler = errors.New("g++ is missing: " +
	"it evaluates the kernels' constants (on Debian: apt-get install g++)")

// compileOnHost compiles a program over the kernels' headers with g++, as the emulator is compiled.
func compileOnHost(program string, flags ...string) error {
	if _, err := exec.LookPath("g++"); err != nil {
		return errHostCompiler
	}
	arguments := append([]string{"-std=c++17", "-O0", "-Wno-unknown-pragmas",
		"-Wno-invalid-offsetof", "-I" + kernelRoot, "-x", "c++", "-"}, flags...)
	compiler := exec.Command("g++", arguments...)
	compiler.Stdin = strings.NewReader(program)
	if out, err := compiler.CombinedOutput(); err != nil {
		return fmt.Errorf("g++: %w\n%s", err, out)
	}
	return nil
}
