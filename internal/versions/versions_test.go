package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page has what the results say, and no row more.
func TestPage(t *testing.T) {
	t.Chdir("../..")
	if err := run(options{check: true}); err != nil {
		t.Error(err)
	}
	r, err := load()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Rows {
		fewer := results{Rows: append(append([]measured{}, r.Rows[:i]...), r.Rows[i+1:]...),
			Equality: r.Equality}
		if text, err := fewer.page(); err != nil || string(text) == string(page) {
			t.Errorf("the page is the same without %v (%v)", r.Rows[i].row, err)
		}
	}
}

// Every row that the page has is right, and the solver knows the versions whose tests passed.
func TestResults(t *testing.T) {
	t.Chdir("../..")
	r, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Rows {
		if !slices.Contains(rows, m.row) || !m.Kept || m.Own != m.Proofs/2 || !m.Tests {
			t.Errorf("%+v", m)
		}
	}
	source, err := os.ReadFile("internal/solver/version.go")
	if err != nil {
		t.Fatal(err)
	}
	known := regexp.MustCompile(`"(\d+\.\d+\.\d+)"`).FindAllSubmatch(source, -1)
	if len(known) == 0 {
		t.Error("the solver knows no version")
	}
	for _, version := range known {
		if c := r.Equality["v"+string(version[1])]; !c.Passed || c.all() == 0 {
			t.Errorf("the solver knows gnark %s: %+v", version[1], c)
		}
	}
}

// go.mod asks for the versions of the first row.
func TestFloor(t *testing.T) {
	edit := exec.Command("go", "mod", "edit", "-print", "../../go.mod")
	out, err := edit.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"go " + rows[0].Line, gnark + " " + rows[0].Gnark, crypto + " " + rows[0].Crypto,
	} {
		if !strings.Contains(string(out), line+"\n") {
			t.Errorf("go.mod does not ask for %s", line)
		}
	}
}

func TestCounts(t *testing.T) {
	var c counts
	c.add("bn254 R1CSSolution 5\nbn254 read:SparseR1CSSolution 5\n" +
		"bw6_761 hostile:R1CSSolution 1\nbn254 hostile:refused 0\nbn254 refused 0\n" +
		"bn254 read:left 0\nbn254 unread 0\nhalf a li")
	if want := (counts{Solutions: 1, Read: 1, Hostile: 1, Refused: 2, Left: 1}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
}
