package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cited are the files of rows that the pages cite.
var cited = []string{
	"h100/options", "h100/scarce", "h100/large", "h100/prove", "h100/curves", "h100/msm",
	"h100/ntt", "h100/keys", "h100/ceremony", "h100/solve", "h100/real",
	"h200x2/msm", "h200x2/prove",
}

func citedFiles() (paths []string) {
	for _, name := range cited {
		paths = append(paths, "results/"+name+".json")
	}
	return paths
}

// TestPagesAreCurrent: the committed pages are generated from the committed rows.
func TestPagesAreCurrent(t *testing.T) {
	folder := t.TempDir()
	page, picture := filepath.Join(folder, "performance.md"), filepath.Join(folder, "proofs.svg")
	args := append([]string{"report", "-markdown", page, "-chart", picture}, citedFiles()...)
	if status, _, stderr := bench(t, t.Context(), args...); status != exitDone {
		t.Fatal(stderr)
	}
	for _, path := range []string{page, picture} {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		committed := filepath.Join("../docs", filepath.Base(path))
		got, err := os.ReadFile(committed)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is not what bench report writes: see bench/results/README.md (%v)",
				committed, err)
		}
	}
}

// TestReadmesProofs: bench report prints the lines of README's small table.
func TestReadmesProofs(t *testing.T) {
	status, short, stderr := bench(t, t.Context(),
		append([]string{"report", "-short"}, citedFiles()...)...)
	if status != exitDone {
		t.Fatal(stderr)
	}
	printed := strings.Split(short, "\n")
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(readme)) {
		line = strings.TrimSpace(line)
		cited := strings.HasPrefix(line, "| Groth16, 2^") || strings.HasPrefix(line, "| PLONK, 2^")
		if cited && !slices.Contains(printed, line) {
			t.Errorf("README says %q, which bench report -short does not print", line)
		}
	}
}

// TestHelp: the first line of each command's help says what it does, and two examples follow.
func TestHelp(t *testing.T) {
	for _, c := range commands() {
		status, stdout, _ := bench(t, t.Context(), c.name, "-h")
		lines := strings.Split(stdout, "\n")
		if status != exitDone || !strings.HasPrefix(lines[0], "bench "+c.name+" ") {
			t.Errorf("bench %s -h: status %d\n%s", c.name, status, stdout)
		}
		if n := strings.Count(stdout, "\n    bench "+c.name); n != 2 {
			t.Errorf("bench %s -h gives %d examples", c.name, n)
		}
	}
	status, stdout, _ := bench(t, t.Context(), "-h")
	if status != exitDone || !strings.HasPrefix(stdout, "bench measures ") ||
		strings.Count(stdout, "\n    bench ") != 2 {
		t.Errorf("bench -h: status %d\n%s", status, stdout)
	}
	for _, c := range commands() {
		if !strings.Contains(stdout, "\n  "+c.name+" ") {
			t.Errorf("bench -h does not name %s", c.name)
		}
	}
}
