package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var quotedInclude = regexp.MustCompile(`^\s*#\s*include\s*"([^"]+)"`)

// closure returns the sources that a translation unit is made of: the file itself and, transitively, everything it
// includes in quotes, as sorted paths relative to root.
//
// Conditions of the preprocessor are not evaluated, so that the closure needs no compiler and errs on the side of more
// files. Files outside kernelRoot are left out: those are the emulator's, which nvcc never reads.
func closure(root, unit string) ([]string, error) {
	seen := map[string]bool{unit: true}
	for queue := []string{unit}; len(queue) > 0; {
		file := queue[0]
		queue = queue[1:]
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return nil, fmt.Errorf("includes of %s: %w", unit, err)
		}
		for _, name := range includesOf(text) {
			included, found := resolve(root, file, name)
			if found && !seen[included] {
				seen[included] = true
				queue = append(queue, included)
			}
		}
	}
	files := make([]string, 0, len(seen))
	for file := range seen {
		files = append(files, file)
	}
	slices.Sort(files)
	return files, nil
}

// includesOf returns the names that a source includes in quotes, in order.
func includesOf(text []byte) []string {
	var names []string
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if m := quotedInclude.FindStringSubmatch(lines.Text()); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}

// resolve finds an included name as the compiler does: beside the file that includes it, then under kernelRoot.
func resolve(root, from, name string) (string, bool) {
	for _, folder := range []string{path.Dir(from), kernelRoot} {
		file := path.Join(folder, name)
		if !strings.HasPrefix(file, kernelRoot+"/") {
			continue
		}
		if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err == nil && info.Mode().IsRegular() {
			return file, true
		}
	}
	return "", false
}
