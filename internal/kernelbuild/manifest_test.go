package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

const repository = "../.."

// TestCommittedBlobs fails when a committed blob does not belong to the sources beside it. It needs
// no compiler.
func TestCommittedBlobs(t *testing.T) {
	t.Chdir(repository)
	for _, curve := range curves {
		if err := check(io.Discard, curve); err != nil {
			t.Errorf("%s: %v", curve, err)
		}
	}
}

// plant writes files in a new folder, and works there until the test ends.
func plant(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, []byte(content))
	}
}

// plantBuilt writes sources of a curve "toy", with blobs and a manifest that fit.
func plantBuilt(t *testing.T) {
	t.Helper()
	plant(t, map[string]string{
		sourcePath("toy"):              "#include \"toy/kernel.cuh\"\n",
		kernelRoot + "/toy/kernel.cuh": "// kernel\n",
	})
	sums := map[string]string{}
	for _, name := range []string{sourcePath("toy"), kernelRoot + "/toy/kernel.cuh"} {
		sum, err := hashSource(name, time.Now().Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		sums[name] = sum
	}
	content := []byte(strings.Repeat("image ", 100))
	blob := zip(t, content)
	fits := file{digestOf(content), digestOf(blob)}
	m := &manifest{
		Sources: sums, settings: pinned,
		Files:     map[string]file{fatbinName: fits, "sm_100": fits, "sm_120": fits},
		Resources: []resource{{Arch: "sm_80", Kernel: "toy", Registers: 26, Shared: 4096}},
	}
	write(t, manifestPath("toy"), m.text())
	for name := range m.Files {
		write(t, blobPath("toy", name), blob)
	}
	rewrite(t, func(again *manifest) {
		if again.Sum = ""; !reflect.DeepEqual(again, m) {
			t.Fatalf("the manifest reads back as %+v, not %+v", again, m)
		}
	})
}

func write(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func rewrite(t *testing.T, change func(*manifest)) {
	t.Helper()
	m, err := readManifest("toy")
	if err != nil {
		t.Fatal(err)
	}
	change(m)
	write(t, manifestPath("toy"), m.text())
}

// zip compresses as [pack] does, where the program zstd may be missing.
func zip(t *testing.T, content []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return encoder.EncodeAll(content, nil)
}

func TestCheckFindsWhatIsStale(t *testing.T) {
	junk, blob := []byte("junk"), blobPath("toy", fatbinName)
	for name, damage := range map[string]func(*manifest){
		"a changed source":  func(*manifest) { write(t, kernelRoot+"/toy/kernel.cuh", junk) },
		"a missing source":  func(*manifest) { os.Remove(sourcePath("toy")) },
		"other flags":       func(m *manifest) { m.Flags = append(m.Flags, "-G") },
		"another compiler":  func(m *manifest) { m.Compiler = "release 13.0" },
		"another assembler": func(m *manifest) { m.Targets[4].Assembler = "release 13.0" },
		"other targets":     func(m *manifest) { m.Targets = m.Targets[1:] },
		"another blob":      func(*manifest) { write(t, blob, zip(t, junk)) },
		"another fatbin": func(m *manifest) {
			m.Files[fatbinName] = file{digestOf(nil), m.Files[fatbinName].Blob}
		},
		"a missing file": func(*manifest) { os.Remove(blobPath("toy", "sm_100")) },
		"a file without a target": func(*manifest) {
			write(t, blobPath("toy", "sm_50"), zip(t, junk))
		},
		"a target without a file": func(m *manifest) {
			delete(m.Files, "sm_100")
			os.Remove(blobPath("toy", "sm_100"))
		},
		"a blob that is no zstd": func(m *manifest) {
			write(t, blob, junk)
			m.Files[fatbinName] = file{m.Files[fatbinName].Content, digestOf(junk)}
		},
	} {
		plantBuilt(t)
		rewrite(t, damage)
		if err := check(io.Discard, "toy"); !errors.Is(err, errStale) {
			t.Errorf("%s: check says %v", name, err)
		}
	}
	plant(t, nil)
	if err := check(io.Discard, "toy"); !errors.Is(err, errStale) {
		t.Errorf("without a manifest check says %v", err)
	}
}

// TestDamagedManifests flips each byte of a manifest and cuts it everywhere.
func TestDamagedManifests(t *testing.T) {
	plantBuilt(t)
	whole, err := os.ReadFile(manifestPath("toy"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1 << (i % 8)
		for _, damaged := range [][]byte{flipped, whole[:i]} {
			write(t, manifestPath("toy"), damaged)
			if err := check(io.Discard, "toy"); !errors.Is(err, errStale) {
				t.Errorf("%d bytes, damaged at %d: %v", len(damaged), i, err)
			}
		}
	}
	write(t, manifestPath("toy"), whole)
	if err := check(io.Discard, "toy"); err != nil {
		t.Error(err)
	}
}

// TestSources reads the rule that nvcc writes, and refuses a file that was written meanwhile.
func TestSources(t *testing.T) {
	got, err := parseDependencies("/tmp/toy.cubin : accel/cuda/kernels/toy.cu \\\n" +
		"    accel/cuda/kernels/toy/../field/prime.cuh \\\n    accel/cuda/kernels/table.cuh\n")
	want := []string{
		"accel/cuda/kernels/toy.cu", "accel/cuda/kernels/field/prime.cuh",
		"accel/cuda/kernels/table.cuh",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("files are %q, not %q, %v", got, want, err)
	}
	if _, err := parseDependencies("nvcc fatal: nothing to do"); err == nil {
		t.Error("no error for a text that is no rule")
	}
	plantBuilt(t)
	before := time.Now().Add(-time.Minute)
	if _, err := hashSource(sourcePath("toy"), before); err == nil {
		t.Error("no error for a file written a moment ago")
	}
}
