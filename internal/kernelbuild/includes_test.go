package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// plant writes files, named relative to a new folder, and returns that folder.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestClosureFollowsQuotedIncludes(t *testing.T) {
	root := plant(t, map[string]string{
		kernelRoot + "/toy.cu":             "#include <cstdint>\n#include \"field/prime.cuh\"\n  #  include \"msm/digits.cuh\"\n",
		kernelRoot + "/field/prime.cuh":    "#include \"limbs.cuh\"\n#ifndef __CUDACC__\n#include \"../../emulator/shim.hpp\"\n#endif\n",
		kernelRoot + "/field/limbs.cuh":    "#include \"prime.cuh\"\n", // a cycle
		kernelRoot + "/msm/digits.cuh":     "#include \"field/limbs.cuh\"\n#include \"generated-elsewhere.h\"\n",
		kernelRoot + "/msm/unused.cuh":     "",
		"accel/cuda/emulator/shim.hpp":     "#include \"more.hpp\"\n",
		"accel/cuda/emulator/more.hpp":     "",
		kernelRoot + "/field/unrelated.cu": "#include \"prime.cuh\"\n",
	})
	got, err := closure(root, sourcePath("toy"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		kernelRoot + "/field/limbs.cuh",
		kernelRoot + "/field/prime.cuh",
		kernelRoot + "/msm/digits.cuh",
		kernelRoot + "/toy.cu",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("closure is %q, not %q", got, want)
	}
}

func TestClosureNeedsTheUnit(t *testing.T) {
	if _, err := closure(t.TempDir(), sourcePath("toy")); err == nil {
		t.Fatal("no error for a missing translation unit")
	}
}
