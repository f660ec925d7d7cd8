package main

import (
	"os"
	"path/filepath"
)

// equalProofs are the tests that compare proofs with gnark's, byte for byte, and read keys.
const equalProofs = "^(TestSameProofAsGnark|TestHashToField)$/" +
	"^(cubic|several_commitments|.*bytes)$|^TestReadKey"

// measure proves, and runs tests of this module with the row's versions in go.mod.
func (r row) measure() (measured, error) {
	m, err := r.prove(true)
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
