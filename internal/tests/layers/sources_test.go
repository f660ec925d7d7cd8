package layers

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	root = "../../.."
	// columns is the length of a line at most, with tabs of tabWidth.
	columns, tabWidth = 100, 4
)

// tagged are the rooms whose files may ask for the build tag cuda. The library is opened in one,
// the blobs are embedded in the others. Tests and helpers of tests may ask for it anywhere.
var tagged = []string{
	"accel/cuda/internal/driver", "accel/cuda/kernels", "accel/cuda/kernels/<curve>",
}

// testHelpers are rooms that only tests import.
var testHelpers = []string{
	"accel/cuda/internal/cudatest", "internal/tests/devicetest", "internal/tests/grouptest",
	"internal/tests/kzgtest",
	"hooks/internal/hookstest",
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// sources returns the names of the module's files that end in one of the suffixes. They are
// relative to its root.
func sources(t *testing.T, suffixes ...string) (names []string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skipf("the sources are not in a git repository: %v", err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSuffix(name, "\n")
		ends := func(suffix string) bool { return strings.HasSuffix(name, suffix) }
		if slices.ContainsFunc(suffixes, ends) {
			names = append(names, name)
		}
	}
	return names
}

// read returns a file's content, or nothing if it is listed but deleted.
func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return content
}

// width is the number of columns that a line takes.
func width(line string) int {
	n := 0
	for _, r := range line {
		if n++; r == '\t' {
			n = (n + tabWidth - 1) / tabWidth * tabWidth
		}
	}
	return n
}

// longLines counts the lines that are too long.
func longLines(content []byte) (n int) {
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		line := lines.Text()
		if width(line) > columns && strings.Contains(strings.TrimSpace(line), " ") {
			n++
		}
	}
	return n
}

// TestLongLines finds lines of handwritten Go, its templates and device code that are too long.
// Long words, such as addresses, do not count.
func TestLongLines(t *testing.T) {
	for _, name := range sources(t, ".go", ".go.tmpl", ".cu", ".cuh", ".h", ".cpp") {
		content := read(t, name)
		if !utf8.Valid(content) || generated.Match(content) {
			continue
		}
		if n := longLines(content); n > 0 {
			t.Errorf("%s: %d lines go beyond %d columns", name, n, columns)
		}
	}
}

// constrained is a constraint of builds that names the tag cuda.
var constrained = regexp.MustCompile(`(?m)^//go:build .*\bcuda\b`)

// asksForCUDA says whether a file is built only with, or only without the tag cuda.
func asksForCUDA(content []byte) bool {
	head, _, _ := bytes.Cut(append([]byte("\n"), content...), []byte("\npackage "))
	return constrained.Match(head)
}

// TestTag: the build tag stands where the library is opened and the blobs are embedded, not above.
func TestTag(t *testing.T) {
	count := map[string]int{}
	for _, name := range sources(t, ".go") {
		folder := filepath.ToSlash(filepath.Dir(name))
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(folder, "bench") ||
			within(folder, testHelpers) {
			continue
		}
		if asksForCUDA(read(t, name)) && !within(folder, tagged) {
			count[folder]++
		}
	}
	for folder, n := range count {
		t.Errorf("%s: %d files ask for the tag cuda", folder, n)
	}
}

func TestAsksForCUDA(t *testing.T) {
	for content, want := range map[string]bool{
		"//go:build cuda && linux\n\npackage a\n": true,
		"//go:build !cuda\n\npackage a\n":         true,
		"//go:build linux\n\npackage a\n":         false,
		"package a\n\n//go:build cuda\n":          false,
	} {
		if asksForCUDA([]byte(content)) != want {
			t.Errorf("%q: not %v", content, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for line, want := range map[string]int{
		"": 0, "ab": 2, "\tab": 6, "a\tb": 5, "abcd\te": 9, "Σ·π": 3,
	} {
		if got := width(line); got != want {
			t.Errorf("%q is %d columns wide, not %d", line, got, want)
		}
	}
}
