package main

import (
	"path/filepath"
	"testing"
)

// TestRestart starts twice. The second start finds three files.
func TestRestart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "restart")
	if err := write(folder, 100); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := prove(folder); err != nil {
			t.Fatal(err)
		}
		if kept, err := filepath.Glob(filepath.Join(folder, "prepared", "*")); len(kept) != 3 {
			t.Errorf("%v, %v", kept, err)
		}
	}
}
