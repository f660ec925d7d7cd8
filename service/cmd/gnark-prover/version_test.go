package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

// TestVersion prints the versions that a report needs.
func TestVersion(t *testing.T) {
	printed, err := commanded(t, "version")
	if err != nil || !strings.Contains(printed, "\ngnark v") ||
		!strings.Contains(printed, "\ngo1.") {
		t.Error(printed, err)
	}
}

// TestIdentity tells builds apart: by the commit, changes of the tree, tags and replaced modules.
func TestIdentity(t *testing.T) {
	built := &debug.BuildInfo{
		Main: debug.Module{Path: "example.com/prover", Version: "v1.2.3"},
		Deps: []*debug.Module{{Path: "example.com/whole", Version: "v1.0.0"}},
	}
	if got := identity(built); got != "v1.2.3" {
		t.Error(got)
	}
	set := func(key, value string) {
		built.Settings = append(built.Settings, debug.BuildSetting{Key: key, Value: value})
	}
	set("-tags", "cuda")
	set("vcs.revision", "0123abc")
	set("vcs.modified", "false")
	if got := identity(built); got != "v1.2.3 cuda 0123abc" {
		t.Error(got)
	}
	built.Settings[2].Value = "true"
	built.Deps = append(built.Deps,
		&debug.Module{Path: "example.com/forked", Version: "v1.0.0", Replace: &debug.Module{
			Path: "example.com/fork", Version: "v1.1.0"}},
		&debug.Module{Path: "example.com/local", Version: "v1.0.0", Replace: &debug.Module{
			Path: "../local"}})
	if got := identity(built); got != "v1.2.3 cuda 0123abc with changes, "+
		"example.com/forked by example.com/fork v1.1.0, example.com/local by ../local " {
		t.Errorf("%q", got)
	}
}
