package main

import (
	"errors"
	"io"
	"strings"
	"testing"
)

const toyKernel = `#ifdef __CUDA_ARCH__
#include "toy/table.cuh"
#endif
#ifndef __CUDACC__
#include "toy/shim.h"
#endif
extern "C" __global__ void toy(unsigned *p) {
    __shared__ unsigned s[64];
    s[threadIdx.x & 63] = table[threadIdx.x & 3];
    __syncthreads();
    p[threadIdx.x] = s[p[threadIdx.x] & 63];
}
`

// TestBuildIsReproducible builds one kernel in two folders and compares the blobs. It runs where
// the pinned nvcc is.
func TestBuildIsReproducible(t *testing.T) {
	if err := requireCompiler(); err != nil {
		t.Skip(err)
	}
	var first digest
	for i := range 2 {
		root := plant(t, map[string]string{
			sourcePath("toy"):             toyKernel,
			kernelRoot + "/toy/table.cuh": "__constant__ unsigned table[4] = {1, 2, 3, 4};\n",
		})
		var log strings.Builder
		if err := build(&log, root, "toy", false); err != nil {
			t.Fatal(err)
		}
		if err := check(root, "toy"); err != nil {
			t.Fatal(err)
		}
		m, err := readManifest(root, "toy")
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Sources) != 2 || m.Sources[kernelRoot+"/toy/table.cuh"] == "" {
			t.Fatalf("sources are %v", m.Sources)
		}
		if len(m.Resources) != 2 || m.Resources[0].Shared != 256 || m.Resources[1].Arch != "sm_90" {
			t.Fatalf("resources are %+v", m.Resources)
		}
		if i == 0 {
			first = m.Blob
			continue
		}
		if m.Blob != first {
			t.Fatalf("another folder gives %+v, not %+v", m.Blob, first)
		}
		log.Reset()
		err = build(&log, root, "toy", false)
		if err != nil || !strings.Contains(log.String(), "up to date") {
			t.Fatalf("a second build says %q, %v", log.String(), err)
		}
		if err := verify(io.Discard, root, "toy"); err != nil {
			t.Fatal(err)
		}
		forge(t, root, m)
		if err := verify(io.Discard, root, "toy"); !errors.Is(err, errDiffers) {
			t.Fatalf("verify of a forged blob says %v", err)
		}
	}
}

// forge replaces a blob by one that fits its manifest but not the sources. Only a rebuild can tell.
func forge(t *testing.T, root string, m *manifest) {
	t.Helper()
	fatbin := []byte("not what nvcc made")
	blob, err := pack(fatbin)
	if err != nil {
		t.Fatal(err)
	}
	m.Fatbin, m.Blob = digestOf(fatbin), digestOf(blob)
	write(t, root, blobPath("toy"), blob)
	if err := m.write(root, "toy"); err != nil {
		t.Fatal(err)
	}
	if err := check(root, "toy"); err != nil {
		t.Fatal(err)
	}
}

// TestBuildRefusesHostFunctions covers what nvcc 11.8 only warns about by default.
func TestBuildRefusesHostFunctions(t *testing.T) {
	if err := requireCompiler(); err != nil {
		t.Skip(err)
	}
	root := plant(t, map[string]string{sourcePath("toy"): `int host(int x) { return 3 * x; }
template <class T> __host__ __device__ int both(T x) { return host(x); }
extern "C" __global__ void toy(int *p) { *p = both(*p); }
`})
	err := build(io.Discard, root, "toy", false)
	if err == nil || !strings.Contains(err.Error(), "__host__ function") {
		t.Fatalf("build says %v", err)
	}
}

func TestRunRefusesUnknownCommandsAndCurves(t *testing.T) {
	for _, arguments := range [][]string{nil, {"bake"}, {"check", "no-such-curve"}} {
		if err := execute(io.Discard, arguments); err == nil {
			t.Errorf("no error for %q", arguments)
		}
	}
}
