//go:build cuda && linux && (amd64 || arm64)

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestArchive proves in a C program that the library is a part of.
func TestArchive(t *testing.T) {
	library := build(t, "c-archive", "linked.a")
	run(t, `is valid, [1-9]\d* sums`, compile(t, "prove", library))
}

// TestSharedLibraries proves with two libraries in one program, which has two Go runtimes then. Its
// handlers of signals stay at work, but Go takes SIGURG from those that were there before.
func TestSharedLibraries(t *testing.T) {
	if testing.Short() {
		t.Skip("-short keeps the archive alone")
	}
	first := build(t, "c-shared", "liblinked.so")
	second := filepath.Join(filepath.Dir(first), "libagain.so")
	run(t, "", "cp", first, second)
	program := compile(t, "signals", "-ldl", "-lpthread")
	const proofs = `(5 proofs, [1-9]\d* sums on the device\n){2}`
	run(t, proofs+"SIGINT 1, SIGURG 0, SIGSEGV 1\n", program, "before", first, second)
	run(t, proofs+"SIGINT 1, SIGURG 1, SIGSEGV 1\n", program, "after", first, second)
}

// build vets and builds the library in a folder of the test, as releases are built.
func build(t *testing.T, mode, name string) string {
	t.Helper()
	devicetest.Require(t)
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("there is no C compiler")
	}
	library := filepath.Join(t.TempDir(), name)
	flags := []string{"-tags", "cuda", "-buildmode", mode, "-trimpath", "-ldflags=-s -w"}
	run(t, "", "go", append([]string{"vet"}, append(flags, ".")...)...)
	run(t, "", "go", append([]string{"build", "-o", library}, append(flags, ".")...)...)
	return library
}

// compile compiles a C program, with what it links. Beside an archive is its header.
func compile(t *testing.T, name string, linked ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	arguments := []string{"-Wall", "-Wextra", "-Werror", "-I" + filepath.Dir(linked[0]),
		"-o", program, filepath.Join("c", name+".c")}
	run(t, "", "cc", append(arguments, linked...)...)
	return program
}

// run runs a command whose output has to match a pattern.
func run(t *testing.T, pattern, name string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, arguments...)
	command.Env = append(os.Environ(), "CGO_ENABLED=1", "CC=cc")
	var log bytes.Buffer
	command.Stderr = &log
	out, err := command.Output()
	if err != nil || !regexp.MustCompile(pattern).Match(out) {
		t.Fatalf("%s %q: %v\n%s%s\nexpected %s", name, arguments, err, &log, out, pattern)
	}
}
