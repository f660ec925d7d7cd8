package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// parseDependencies returns the files named in a rule of make, as nvcc -MMD writes it: `output :
// file \ file ...`.
func parseDependencies(rule string) ([]string, error) {
	_, list, found := strings.Cut(rule, " : ")
	if !found {
		return nil, fmt.Errorf("no rule in %q", rule)
	}
	var files []string
	for _, field := range strings.Fields(list) {
		if field != `\` {
			files = append(files, path.Clean(field))
		}
	}
	return files, nil
}

// hashSources returns the SHA-256 of each file, by its path relative to root.
func hashSources(root string, files []string) (map[string]string, error) {
	sums := make(map[string]string, len(files))
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		sums[file] = digestOf(content).SHA256
	}
	return sums, nil
}

// unchangedSince fails if a file was written after a moment. Then it is unknown what the compiler
// has read.
func unchangedSince(moment time.Time, root string, files []string) error {
	for _, file := range files {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		if info.ModTime().After(moment) {
			return fmt.Errorf("%s changed while it was compiled: build again", file)
		}
	}
	return nil
}
