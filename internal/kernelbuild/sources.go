package main

import (
	"fmt"
	"os"
	"path"
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

// hashSources returns the SHA-256 of each file. It fails if one was written after a moment: then
// the compiler may have read other bytes.
func hashSources(files []string, start time.Time) (map[string]string, error) {
	sums := make(map[string]string, len(files))
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return nil, err
		}
		if info.ModTime().After(start) {
			return nil, fmt.Errorf("%s changed while it was compiled: build again", file)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sums[file] = digestOf(content).SHA256
	}
	return sums, nil
}
