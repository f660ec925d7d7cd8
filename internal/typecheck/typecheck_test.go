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
		err := check(name, "./...")
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
}

// TestPurego has packages of a module that stands for purego.
func TestPurego(t *testing.T) {
	for path, want := range map[string]bool{
		purego: true, purego + "/internal/strings": true, "example.com/other": false,
	} {
		if got := isPurego(listed{ImportPath: path}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
