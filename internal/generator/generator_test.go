package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

func TestGeneratedFilesAreCurrent(t *testing.T) {
	if err := run(true); err != nil {
		t.Error(err)
	}
}

func TestOutputPath(t *testing.T) {
	d := data{Curve: curve.Curve{ID: ecc.BLS12_377}}
	for name, want := range map[string]string{
		"templates/accel/curve/doc.go.tmpl":             "accel/bls12-377/doc.go",
		"templates/internal/curve/curve/a.go.tmpl":      "internal/curve/bls12-377/a.go",
		"templates/hooks/groth16/curve/prove.go.tmpl":   "hooks/groth16/bls12-377/prove.go",
		"templates/accel/cuda/kernels/curve/a.cuh.tmpl": "accel/cuda/kernels/bls12-377/a.cuh",
		"templates/hooks/groth16/curves_gen.go.tmpl":    "hooks/groth16/curves_gen.go",
	} {
		if got := outputPath(name, d); got != want {
			t.Errorf("%s gives %s, want %s", name, got, want)
		}
	}
}

// Every output of a template must have a path of its own. Otherwise one would overwrite another.
func TestNoTwoTemplatesGiveOneFile(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	outputs := 0
	err = fs.WalkDir(templates, "templates", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			outputs += len(instances(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if outputs != len(files) {
		t.Errorf("%d outputs gave %d files", outputs, len(files))
	}
	for name, content := range files {
		if !strings.HasPrefix(string(content), header) {
			t.Errorf("%s has no header", name)
		}
	}
}

func TestCheckAndWrite(t *testing.T) {
	root := t.TempDir()
	files := map[string][]byte{
		"a/current.go": []byte(header + "current"),
		"a/changed.go": []byte(header + "new"),
		"b/missing.go": []byte(header + "missing"),
	}
	put := func(name, content string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("a/current.go", header+"current")
	put("a/changed.go", header+"old")
	put("a/stale.go", header+"stale")
	put("a/short.go", "//")
	put("a/written.go", "package a // by hand\n"+header)
	put(".hidden/stale.go", header)
	put("build/stale.go", header)

	err := check(root, files)
	if err == nil {
		t.Fatal("nothing was found wrong")
	}
	for _, want := range []string{
		"a/changed.go: differs", "b/missing.go: missing", "a/stale.go: no template gives it",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	for _, never := range []string{"current.go", "short.go", "written.go", ".hidden", "build"} {
		if strings.Contains(err.Error(), never) {
			t.Errorf("%q is in: %v", never, err)
		}
	}

	if err := write(root, files); err != nil {
		t.Fatal(err)
	}
	if err := check(root, files); err != nil {
		t.Errorf("after writing: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "a", "written.go")); err != nil {
		t.Error(err)
	}
}
