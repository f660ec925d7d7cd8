package main

import (
	"encoding/json"
	"os"
)

// results are what docs/versions.json holds.
type results struct {
	Rows []measured
	// Equality has the counts of gnark's own tests, by version of gnark.
	Equality map[string]counts
}

// measured is what a row gave.
type measured struct {
	row
	// Kept says that a program with these requirements keeps them.
	Kept bool
	// Proofs that gnark verified, and how many of their witnesses our solver solved.
	Proofs, Own int
	// Tests says that the tests of equal proofs and of the solver passed.
	Tests bool
}

// counts are numbers of solutions that both solvers had, element by element the same.
type counts struct {
	// Packages are those of gnark whose tests ran, or empty for all that take minutes.
	Packages  string
	Solutions int // of gnark's tests
	Read      int // of systems that were read back
	Hostile   int // of changed witnesses
	Refused   int // witnesses that both refused
	Left      int // witnesses of systems that are left to gnark
	Passed    bool
}

func (c counts) all() int { return c.Solutions + c.Read + c.Hostile }

const resultsFile = "docs/versions.json"

func load() (r results, err error) {
	text, err := os.ReadFile(resultsFile)
	if os.IsNotExist(err) {
		return results{Equality: map[string]counts{}}, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

func (r results) save() error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(resultsFile, append(text, '\n'), 0o644)
}
