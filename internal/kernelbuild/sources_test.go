package main

import (
	"slices"
	"testing"
	"time"
)

func TestParseDependencies(t *testing.T) {
	got, err := parseDependencies("/tmp/toy.cubin : accel/cuda/kernels/toy.cu \\\n" +
		"    accel/cuda/kernels/toy/../field/prime.cuh \\\n    accel/cuda/kernels/table.cuh\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"accel/cuda/kernels/toy.cu", "accel/cuda/kernels/field/prime.cuh",
		"accel/cuda/kernels/table.cuh",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("files are %q, not %q", got, want)
	}
	if _, err := parseDependencies("nvcc fatal: nothing to do"); err == nil {
		t.Fatal("no error for a text that is no rule")
	}
}

func TestUnchangedSince(t *testing.T) {
	root := plant(t, map[string]string{"a": "", "b": ""})
	if err := unchangedSince(time.Now().Add(time.Minute), root, []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if err := unchangedSince(time.Now().Add(-time.Minute), root, []string{"a", "b"}); err == nil {
		t.Fatal("no error for files written a moment ago")
	}
}
