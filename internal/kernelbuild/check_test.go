package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// repository is the root, as tests see it.
const repository = "../.."

// TestCommittedBlobs fails when a committed blob does not belong to the sources beside it. It needs
// no compiler.
func TestCommittedBlobs(t *testing.T) {
	for _, curve := range curves {
		if err := check(repository, curve); err != nil {
			t.Errorf("%s: %v", curve, err)
		}
	}
}

// plant writes files, named relative to a new folder, and returns that folder.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, root, name, []byte(content))
	}
	return root
}

// plantBuilt writes the sources of a curve "toy" with a blob and a manifest that fit them.
func plantBuilt(t *testing.T) string {
	t.Helper()
	root := plant(t, map[string]string{
		sourcePath("toy"):              "#include \"toy/kernel.cuh\"\n",
		kernelRoot + "/toy/kernel.cuh": "// kernel\n",
	})
	sums, err := hashSources(root, []string{sourcePath("toy"), kernelRoot + "/toy/kernel.cuh"})
	if err != nil {
		t.Fatal(err)
	}
	m := &manifest{
		Sources: sums, Compiler: compilerRelease, Flags: compilerFlags, Assembler: assemblerFlags,
		Packer: packerFlags, Targets: targets,
	}
	content := []byte(strings.Repeat("image ", 100))
	blob := zip(t, content)
	m.Files = map[string]file{fatbinName: {digestOf(content), digestOf(blob)}}
	m.Resources = []resource{{Arch: "sm_80", Kernel: "toy", Registers: 26, Shared: 4096}}
	if err := m.write(root, "toy"); err != nil {
		t.Fatal(err)
	}
	write(t, root, blobPath("toy", fatbinName), blob)

	again, err := readManifest(root, "toy")
	if err != nil {
		t.Fatal(err)
	}
	again.Sum = ""
	if !reflect.DeepEqual(again, m) {
		t.Fatalf("the manifest reads back as %+v, not %+v", again, m)
	}
	return root
}

func write(t *testing.T, root, name string, content []byte) {
	t.Helper()
	err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), content, 0o644)
	if err != nil {
		t.Fatal(err)
	}
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
	other := zip(t, []byte("another fatbin"))
	rewrite := func(change func(*manifest)) func(*testing.T, string) {
		return func(t *testing.T, root string) {
			m, err := readManifest(root, "toy")
			if err != nil {
				t.Fatal(err)
			}
			change(m)
			if err := m.write(root, "toy"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, damage := range map[string]func(*testing.T, string){
		"a changed source": func(t *testing.T, root string) {
			write(t, root, kernelRoot+"/toy/kernel.cuh", []byte("// another\n"))
		},
		"a missing source": func(t *testing.T, root string) {
			if err := os.Remove(filepath.Join(root, sourcePath("toy"))); err != nil {
				t.Fatal(err)
			}
		},
		"other flags":      rewrite(func(m *manifest) { m.Flags = append(m.Flags, "-G") }),
		"another compiler": rewrite(func(m *manifest) { m.Compiler = "release 13.0" }),
		"another assembler": rewrite(func(m *manifest) {
			m.Targets = slices.Clone(m.Targets)
			m.Targets[4].Assembler = "release 13.0"
		}),
		"other targets": rewrite(func(m *manifest) { m.Targets = m.Targets[1:] }),
		"another blob": func(t *testing.T, root string) {
			write(t, root, blobPath("toy", fatbinName), other)
		},
		"another fatbin": rewrite(func(m *manifest) {
			m.Files[fatbinName] = file{digestOf(nil), m.Files[fatbinName].Blob}
		}),
		"a missing file": rewrite(func(m *manifest) { m.Files["sm_100"] = m.Files[fatbinName] }),
		"a blob that is no zstd": func(t *testing.T, root string) {
			write(t, root, blobPath("toy", fatbinName), []byte("junk"))
			rewrite(func(m *manifest) {
				m.Files[fatbinName] = file{m.Files[fatbinName].Content, digestOf([]byte("junk"))}
			})(t, root)
		},
		"no manifest": func(t *testing.T, root string) {
			if err := os.Remove(filepath.Join(root, manifestPath("toy"))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := plantBuilt(t)
			damage(t, root)
			if err := check(root, "toy"); !errors.Is(err, errStale) {
				t.Fatalf("check says %v", err)
			}
		})
	}
}

// TestDamagedManifests flips each byte of a manifest and cuts it everywhere.
func TestDamagedManifests(t *testing.T) {
	root := plantBuilt(t)
	name := filepath.Join(root, filepath.FromSlash(manifestPath("toy")))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := func(what string, at int, damaged []byte) {
		write(t, root, manifestPath("toy"), damaged)
		if err := check(root, "toy"); !errors.Is(err, errStale) {
			t.Errorf("%s %d of %d: %v", what, at, len(whole), err)
		}
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		want("byte", i, damaged)
		want("cut to", i, whole[:i])
	}
	write(t, root, manifestPath("toy"), whole)
	if err := check(root, "toy"); err != nil {
		t.Error(err)
	}
}
