package main

import (
	"strings"
	"testing"
)

// TestFindsErrorsOfOtherSystems has a module with one error for each system that it knows.
func TestFindsErrorsOfOtherSystems(t *testing.T) {
	t.Chdir("testdata/broken")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	for name, want := range map[string]string{
		"linux/arm64":         "",
		"linux/arm64:special": "undefined: missing",
		"windows/amd64":       "cannot use",
		"linux/386":           "overflows",
		"windows/amd64:cuda":  "cannot use",
		"linux":               "is no system",
	} {
		err := check(name)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
}

// TestPurego finds purego where nothing should link it.
func TestPurego(t *testing.T) {
	t.Chdir("testdata/linked")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	for name, linked := range map[string]bool{
		"linux/amd64": true, "linux/arm64:cuda": false, "windows/amd64:cuda": true,
	} {
		if err := check(name); (err != nil) != linked {
			t.Errorf("%s: %v", name, err)
		}
	}
}
