package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func requireHostCompiler(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(errHostCompiler)
	}
}

// TestConstants fails when the generated constants do not belong to the kernels beside them. A
// kernel that was compiled for another block size is noticed.
func TestConstants(t *testing.T) {
	requireHostCompiler(t)
	t.Chdir(repository)
	if err := errors.Join(writeConstants(io.Discard, true), checkLayouts(io.Discard)); err != nil {
		t.Fatal(err)
	}
	copied := t.TempDir()
	if err := os.CopyFS(filepath.Join(copied, kernelRoot), os.DirFS(kernelRoot)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(copied)
	const header = kernelRoot + "/msm/reduce.cuh"
	source, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	write(t, header,
		bytes.Replace(source, []byte("lines_threads = 128"), []byte("lines_threads = 64"), 1))
	if err := writeConstants(io.Discard, true); !errors.Is(err, errConstants) {
		t.Errorf("another block size is reported as %v", err)
	}
}

func TestDeclarations(t *testing.T) {
	got := declarations(`
struct AddArgs {
  const void* from[3];  // three; of them
  u32* to;
  Powers powers;
  u32 count;
};
struct Tile {
  u32 bits;
};
`)
	if len(got) != 1 || got[0].Name != "AddArgs" ||
		strings.Join(got[0].Members, " ") != "from to powers count" {
		t.Errorf("got %v", got)
	}
}

// TestCompareLayouts: a field's other order, name or width is noticed. A struct that one side lacks
// is noticed too.
func TestCompareLayouts(t *testing.T) {
	device := layouts{"Add": {{"to", 0, 8}, {"count", 8, 4}, {"first", 12, 4}}}
	for name, host := range map[string]layouts{
		"no twin":      {},
		"a twin more":  {"Add": device["Add"], "Subtract": device["Add"]},
		"order":        {"Add": {{"to", 0, 8}, {"first", 8, 4}, {"count", 12, 4}}},
		"width":        {"Add": {{"to", 0, 8}, {"count", 8, 8}, {"first", 16, 4}}},
		"name":         {"Add": {{"to", 0, 8}, {"length", 8, 4}, {"first", 12, 4}}},
		"a field less": {"Add": {{"to", 0, 8}, {"count", 8, 4}}},
	} {
		if err := device.compare(host); !errors.Is(err, errLayout) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := device.compare(layouts{"Add": device["Add"]}); err != nil {
		t.Error(err)
	}
}

// TestHostLayouts: the structs of Go are read as they lie in memory, arrays and all.
func TestHostLayouts(t *testing.T) {
	plant(t, map[string]string{
		"kernels/constants.go": "package kernels\n\nconst Limit = 3\n",
		"msm/args.go": `//go:build cuda

package msm

import (
	"example.org/accel/cuda/driver"
	"example.org/accel/cuda/kernels"
	"example.org/other"
)

type innerArgs struct{ first, second uint32 }

type outerArgs struct {
	from     [kernels.Limit]driver.Ptr
	inner    innerArgs
	fineBits uint32
	_        uint32
}

func unknown() { other.Function(nowhere) }
`,
	})
	got, err := hostLayouts(".")
	if err != nil {
		t.Fatal(err)
	}
	want := layouts{
		"Inner": {{"first", 0, 4}, {"second", 4, 4}},
		"Outer": {{"from", 0, 24}, {"inner", 24, 8}, {"fine_bits", 32, 4}, {"reserved", 36, 4}},
	}
	if err := want.compare(got); err != nil {
		t.Error(err)
	}
}
