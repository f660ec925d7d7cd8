package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
)

// cited are the files of rows that the pages cite, as bench/results/README.md names them.
func cited() (paths []string) {
	for _, name := range []string{
		"h100/prove", "h100/small", "h100/curves", "h100/real", "h100/msm", "h100/ntt",
		"h100/keys", "h100/ceremony", "h100/solve", "h100x2/prove",
		"h200/first", "h200/prove", "h200x2/msm", "h200x2/prove",
	} {
		paths = append(paths, "results/"+name+".txt")
	}
	return paths
}

// TestPagesAreCurrent: the committed pages are generated from the committed rows.
func TestPagesAreCurrent(t *testing.T) {
	folder := t.TempDir()
	page, picture := filepath.Join(folder, "performance.md"), filepath.Join(folder, "proofs.svg")
	args := append([]string{"report", "-markdown", page, "-chart", picture}, cited()...)
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

// TestReadmesProofs: the lines of README's table are the bars of the chart.
func TestReadmesProofs(t *testing.T) {
	chart, err := os.ReadFile("../docs/proofs.svg")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^\| (?:Groth16|PLONK), 2\^\d+ \| (.*) \| (.*) \| (.*) \|$`).
		FindAllStringSubmatch(string(readme), -1)
	for _, cells := range lines {
		bar := fmt.Sprintf(">%s (%s instead of %s)<", cells[3], cells[2], cells[1])
		if !strings.Contains(string(chart), bar) {
			t.Errorf("README says %q, which docs/proofs.svg does not", cells[0])
		}
	}
	if n := strings.Count(string(chart), "instead of"); n != len(lines) {
		t.Errorf("%d lines of README, %d bars", len(lines), n)
	}
}

// TestHelp: the first line of each command's help says what it does, and two examples follow.
func TestHelp(t *testing.T) {
	_, all, _ := bench(t, t.Context(), "-h")
	for _, name := range flags.Commands() {
		status, stdout, _ := bench(t, t.Context(), name, "-h")
		if n := strings.Count(stdout, "\n    bench "+name); status != exitDone || n != 2 ||
			!strings.HasPrefix(stdout, "bench "+name+" ") {
			t.Errorf("bench %s -h: status %d, %d examples\n%s", name, status, n, stdout)
		}
		if !strings.Contains(all, "\n  "+name+" ") {
			t.Errorf("bench -h does not name %s", name)
		}
	}
}
