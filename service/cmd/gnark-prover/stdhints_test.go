package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const std = "github.com/consensys/gnark/std"

// TestEverythingOfStd looks for each package that gnark's package std imports.
func TestEverythingOfStd(t *testing.T) {
	own := dependencies(t, ".")
	for _, name := range dependencies(t, std) {
		if name != std && strings.HasPrefix(name, std) && !slices.Contains(own, name) {
			t.Errorf("%s is not imported", name)
		}
	}
}

func dependencies(t *testing.T, of string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", of).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}
