package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func requireHostCompiler(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip(errHostCompiler)
	}
}

// TestConstants fails when the constants or the arguments of Go do not belong to the kernels beside
// them. Changes of either side are noticed.
func TestConstants(t *testing.T) {
	requireHostCompiler(t)
	t.Chdir(repository)
	sources := copySources(t)
	if err := errors.Join(checkConstants(io.Discard), checkArguments(io.Discard)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(sources)
	for _, change := range []struct {
		in, from, to string
		want         error
	}{
		{"kernels/msm/reduce.cuh", "lines_threads = 128", "lines_threads = 64", errConstants},
		{"kernels/curve/bn254.cuh", "accumulate_blocks = 4", "accumulate_blocks = 5", errConstants},
		{"kernels/constants_gen.go", "LargestRoot       = 2", "LargestRoot = 3", errConstants},
		{"kernels/constants_gen.go", "{128, 4, 4, 0, 0}", "{128, 4, 5, 0, 0}", errConstants},
		{goArguments, "sets, rowBits", "rowBits, sets", errArguments},
		{goArguments, "columnBits, shareBits uint32", "columnBits, shareBits uint64", errArguments},
		{goArguments, "rowBits", "rowsBits", errArguments},
		{goArguments, "shareBits uint32", "shareBits, more uint32", errArguments},
		{goArguments, ", shareBits uint32", " uint32", errArguments},
		{goArguments, "Point, Y", "Y, Point", errArguments},
		{"internal/vector/args.go", "[kernels.BatchLimit]", "[3]", errArguments},
		{goArguments, "reduceArgs", "reductionArgs", errArguments},
		{goArguments, "type reduceArgs", "type moreArgs struct{}\ntype reduceArgs", errArguments},
		{headers, "  u32 sets;\n  u32 row_bits;", "  u32 row_bits;\n  u32 sets;", errArguments},
		{headers, "u32 share_bits", "u16 share_bits", errArguments},
		{headers, "u32 share_bits;", "u16 share_bits, more;", errArguments},
		{headers, "u32 share_bits", "u32 shared_bits", errArguments},
		{headers, "u32 share_bits;", "u32 share_bits, more[2][2];", errArguments},
		{headers, "  u32 share_bits;", "", errArguments},
		{headers, "u32 point;\n  u32 y;", "u32 y;\n  u32 point;", errArguments},
		{headers, "struct ReduceArgs", "struct ReductionArgs", errArguments},
		{headers, "struct ReduceArgs", "struct MoreArgs {\n};\nstruct ReduceArgs", errArguments},
	} {
		t.Run(change.in+" "+change.to, func(t *testing.T) {
			edit(t, filepath.Join("accel/cuda", change.in), change.from, change.to)
			got := checkArguments(io.Discard)
			if change.want == errConstants {
				got = checkConstants(io.Discard)
			}
			if !errors.Is(got, change.want) {
				t.Errorf("it is reported as %v", got)
			}
		})
	}
}

const goArguments, headers = "internal/msm/args.go", "kernels/msm/args.cuh"

// copySources copies the sources of the kernels and of their callers into a new folder.
func copySources(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	err := filepath.WalkDir("accel/cuda", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(folder, path)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if !slices.Contains([]string{".go", ".cu", ".cuh", ".h"}, filepath.Ext(path)) {
			return nil
		}
		content, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(to, content, 0o644))
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// edit replaces text of a file until the test ends.
func edit(t *testing.T, name, from, to string) {
	t.Helper()
	before, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(before, []byte(from)) {
		t.Fatalf("%s: no %q, %v", name, from, err)
	}
	write(t, name, bytes.Replace(before, []byte(from), []byte(to), 1))
	t.Cleanup(func() { write(t, name, before) })
}
