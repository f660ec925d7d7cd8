package main

import (
	"bytes"
	"errors"
	"io"
	"maps"
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
	if err := requireTools(targets); err != nil {
		t.Skip(err)
	}
	var first map[string]file
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
		if len(m.Resources) != 5 || m.Resources[0].Shared != 256 ||
			m.Resources[4].Arch != "sm_120" || m.Resources[4].Shared != 256 {
			t.Fatalf("resources are %+v", m.Resources)
		}
		if i == 0 {
			first = m.Files
			continue
		}
		if len(first) != 3 || !maps.Equal(m.Files, first) {
			t.Fatalf("another folder gives %+v, not %+v", m.Files, first)
		}
		log.Reset()
		err = build(&log, root, "toy", false)
		if err != nil || !strings.Contains(log.String(), "up to date") {
			t.Fatalf("a second build says %q, %v", log.String(), err)
		}
		if err := verify(io.Discard, root, "toy"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"sm_120", fatbinName} {
			forge(t, root, name)
			if err := verify(io.Discard, root, "toy"); !errors.Is(err, errDiffers) {
				t.Fatalf("verify of a forged %s says %v", name, err)
			}
			if err := build(io.Discard, root, "toy", true); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// forge changes an image, with a manifest that fits. Only a rebuild can tell.
func forge(t *testing.T, root, name string) {
	t.Helper()
	content, err := committed(root, "toy", name)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(content, []byte(".text.toy"))
	content[at] ^= 1
	blob := zip(t, content)
	m, err := readManifest(root, "toy")
	if err != nil {
		t.Fatal(err)
	}
	m.Files[name] = file{digestOf(content), digestOf(blob)}
	write(t, root, blobPath("toy", name), blob)
	if err := m.write(root, "toy"); err != nil {
		t.Fatal(err)
	}
	if err := check(root, "toy"); err != nil {
		t.Fatal(err)
	}
}

// TestBuildNewer builds what is not committed: a blob whose manifest does not fit the targets.
func TestBuildNewer(t *testing.T) {
	if err := requireTools(targets); err != nil {
		t.Skip(err)
	}
	defer func(usual []target) { targets = usual }(targets)
	targets = newerTargets
	root := plant(t, map[string]string{
		sourcePath("toy"):             toyKernel,
		kernelRoot + "/toy/table.cuh": "__constant__ unsigned table[4] = {1, 2, 3, 4};\n",
	})
	if err := build(io.Discard, root, "toy", false); err != nil {
		t.Fatal(err)
	}
	image, err := committed(root, "toy", "sm_90")
	if err != nil || !bytes.HasPrefix(image, []byte("\x7fELF")) {
		t.Fatalf("%d bytes, %v", len(image), err)
	}
	targets = nil
	if err := check(root, "toy"); !errors.Is(err, errStale) {
		t.Fatalf("check says %v", err)
	}
}

// TestBuildRefusesHostFunctions covers what nvcc 11.8 only warns about by default.
func TestBuildRefusesHostFunctions(t *testing.T) {
	if err := requireTools(targets); err != nil {
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
