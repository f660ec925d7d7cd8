package main

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
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

// plantKernel writes the sources of a curve "toy". It skips the test where the pinned nvcc is not.
func plantKernel(t *testing.T, kernel string) {
	t.Helper()
	if err := requireCompilers(); err != nil {
		t.Skip(err)
	}
	plant(t, map[string]string{
		sourcePath("toy"):             kernel,
		kernelRoot + "/toy/table.cuh": "__constant__ unsigned table[4] = {1, 2, 3, 4};\n",
	})
}

// TestBuildIsReproducible builds one kernel in two folders and compares the blobs.
func TestBuildIsReproducible(t *testing.T) {
	var first map[string]file
	for i := range 2 {
		plantKernel(t, toyKernel)
		var log strings.Builder
		if err := build(&log, "toy"); err != nil {
			t.Fatal(err)
		}
		m, err := readManifest("toy")
		if err != nil || check(io.Discard, "toy") != nil {
			t.Fatal(err, check(io.Discard, "toy"))
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
		err = build(&log, "toy")
		if err != nil || !strings.Contains(log.String(), "up to date") {
			t.Fatalf("a second build says %q, %v", log.String(), err)
		}
		if err := verify(io.Discard, "toy"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"sm_120", fatbinName} {
			forge(t, name, text)
			if err := verify(io.Discard, "toy"); !errors.Is(err, errDiffers) {
				t.Fatalf("verify of a forged %s says %v", name, err)
			}
			if err := os.Remove(manifestPath("toy")); err != nil {
				t.Fatal(err)
			}
			if err := build(io.Discard, "toy"); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestBuildKeepsBlobs has a change of the sources without an effect keep a blob with other frames.
func TestBuildKeepsBlobs(t *testing.T) {
	plantKernel(t, toyKernel)
	if err := build(io.Discard, "toy"); err != nil {
		t.Fatal(err)
	}
	forge(t, "sm_120", frames)
	before, err := readManifest("toy")
	write(t, sourcePath("toy"), []byte(toyKernel+"// the end\n"))
	if err := errors.Join(err, build(io.Discard, "toy"), verify(io.Discard, "toy")); err != nil {
		t.Fatal(err)
	}
	after, err := readManifest("toy")
	if err != nil || !maps.Equal(after.Files, before.Files) ||
		maps.Equal(after.Sources, before.Sources) {
		t.Errorf("%v: files %v, before %v", err, after.Files, before.Files)
	}
}

// text and frames are places in an image: in a name, and in frames for debuggers.
func text(image []byte) int { return bytes.LastIndex(image, []byte(".text.toy")) }

func frames(image []byte) int {
	zeroed := withoutFrames(image)
	for i := range image {
		if image[i] != zeroed[i] {
			return i
		}
	}
	return -1
}

// forge changes a place in an image, with a manifest that fits. Only a rebuild can tell.
func forge(t *testing.T, name string, place func(image []byte) int) {
	t.Helper()
	blobs, err := readBlobs("toy")
	if err != nil {
		t.Fatal(err)
	}
	content := blobs[name]
	content[place(content)] ^= 1
	blob := zip(t, content)
	write(t, blobPath("toy", name), blob)
	rewrite(t, func(m *manifest) { m.Files[name] = file{digestOf(content), digestOf(blob)} })
	if err := check(io.Discard, "toy"); err != nil {
		t.Fatal(err)
	}
}

// TestBuildRefusesHostFunctions refuses code that nvcc 11.8 only warns about by default.
func TestBuildRefusesHostFunctions(t *testing.T) {
	plantKernel(t, `int host(int x) { return 3 * x; }
template <class T> __host__ __device__ int both(T x) { return host(x); }
extern "C" __global__ void toy(int *p) { *p = both(*p); }
`)
	err := build(io.Discard, "toy")
	if err == nil || !strings.Contains(err.Error(), "__host__ function") {
		t.Fatalf("build says %v", err)
	}
}
