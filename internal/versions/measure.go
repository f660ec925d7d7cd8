package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// equalProofs are the tests that compare proofs with gnark's, byte for byte, and read keys.
const equalProofs = "^(TestSameProofAsGnark|TestHashToField)$/" +
	"^(cubic|several_commitments|.*bytes)$|^TestReadKey"

// measure proves, and runs tests of this module with a go.mod that has the row's versions.
func (r row) measure() (measured, error) {
	m, err := r.prove()
	if err != nil {
		return m, err
	}
	folder, err := os.MkdirTemp("", "versions")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(folder)
	mod := "-modfile=" + filepath.Join(folder, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o644)
		}
		if err != nil {
			return m, err
		}
	}
	for _, arguments := range [][]string{
		{"mod", "edit", "-require=" + gnark + "@" + r.Gnark, "-require=" + crypto + "@" + r.Crypto,
			"-go=" + r.Line, filepath.Join(folder, "go.mod")},
		{"mod", "tidy", mod},
		{"test", mod, "-vet=off", "-ldflags=-w", "-timeout=1h", "-tags", r.tags(),
			"-run", equalProofs, "./hooks/groth16", "./hooks/plonk"},
		{"test", mod, "-vet=off", "-ldflags=-w", "-timeout=1h", "-tags", r.tags(), "-short",
			"./internal/solver/..."},
	} {
		if _, err := r.run(".", arguments...); err != nil {
			return m, err
		}
	}
	m.Tests = true
	return m, nil
}

// equality runs gnark's own tests of a version with both solvers.
func equality(version, packages string) counts {
	c := counts{Packages: packages}
	folder, err := os.MkdirTemp("", "versions")
	if err != nil {
		return c
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "counts")
	test := exec.Command("go", "test", "-timeout=0", "-run=TestGnarksOwnTests",
		"./internal/solver/equality", "-gnark="+version, "-counts="+file)
	if packages != "" {
		test.Args = append(test.Args, "-packages="+packages)
	}
	test.Env = append(os.Environ(), "GNARK_ACCEL_LONG=1")
	test.Stdout, test.Stderr = os.Stderr, os.Stderr
	c.Passed = test.Run() == nil
	lines, _ := os.ReadFile(file)
	c.add(string(lines))
	return c
}

// add counts lines of a curve, a kind of solution, and its number of elements.
func (c *counts) add(lines string) {
	for line := range strings.Lines(lines) {
		var curve, kind string
		var n int
		if _, err := fmt.Sscan(line, &curve, &kind, &n); err != nil {
			continue
		}
		before, what, found := strings.Cut(kind, ":")
		switch {
		case strings.HasSuffix(kind, "left"):
			c.Left++
		case strings.HasSuffix(kind, "refused"):
			c.Refused++
		case !strings.HasSuffix(what+kind, "Solution"):
		case !found:
			c.Solutions++
		case before == "read":
			c.Read++
		case before == "hostile":
			c.Hostile++
		}
	}
}
