package pages

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

// pages returns the text of each page, by its path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{
		"*.md", "docs/*.md", "experiments/*.md", "service/*.md",
		"examples/*/*.md", "examples/*/Dockerfile",
		"bench/*.md", "bench/*/*.md", "accel/cuda/*/*.md",
	} {
		for _, name := range glob(t, pattern) {
			all[name] = read(t, name)
		}
	}
	return all
}

// glob returns the files that match a pattern, by their paths from the root.
func glob(t *testing.T, pattern string) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}

// sources returns the Go code of a folder and of those below it, without tests.
func sources(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	add := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		content, err := os.ReadFile(name)
		all.Write(content)
		return err
	}
	if err := filepath.WalkDir(filepath.Join(root, folder), add); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestReadmeIsShort keeps README on a few screens.
func TestReadmeIsShort(t *testing.T) {
	const maxLines, maxRows = 130, 12
	readme := read(t, "README.md")
	if lines := strings.Count(readme, "\n"); lines > maxLines {
		t.Errorf("README.md has %d lines, at most %d are allowed", lines, maxLines)
	}
	if rows := len(regexp.MustCompile(`(?m)^\|`).FindAllString(readme, -1)); rows > maxRows {
		t.Errorf("README.md has %d rows of tables, at most %d are allowed", rows, maxRows)
	}
	if !strings.Contains(readme, ".svg)") {
		t.Error("README.md shows no picture")
	}
}

// TestCellsAreShort keeps tables readable.
func TestCellsAreShort(t *testing.T) {
	const maxLength = 260
	for page, text := range pages(t) {
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "|") {
				continue
			}
			for _, cell := range strings.Split(line, "|") {
				if len([]rune(cell)) > maxLength {
					t.Errorf("%s has a cell of %d characters: %s", page, len([]rune(cell)), cell)
				}
			}
		}
	}
}
