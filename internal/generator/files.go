package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// findRoot returns the nearest folder from here upwards with a go.mod.
func findRoot() (string, error) {
	file, err := exec.Command("go", "env", "GOMOD").Output()
	return filepath.Dir(strings.TrimSpace(string(file))), err
}

// write writes the files that differ, and removes generated files that no template gives any more.
func write(root string, files map[string][]byte) error {
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	stale, err := staleFiles(root, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return nil
}

// check returns an error that lists every file that write would change.
func check(root string, files map[string][]byte) error {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			wrong = append(wrong, name+": missing")
		case err != nil:
			return err
		case !bytes.Equal(old, files[name]):
			wrong = append(wrong, name+": differs")
		}
	}
	stale, err := staleFiles(root, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		wrong = append(wrong, name+": no template gives it")
	}
	if len(wrong) > 0 {
		return fmt.Errorf("run go generate ./...:\n\t%s", strings.Join(wrong, "\n\t"))
	}
	return nil
}

// staleFiles returns the files with the generator's header that are not in files.
func staleFiles(root string, files map[string][]byte) ([]string, error) {
	var stale []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "build") {
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if _, known := files[name]; known || !entry.Type().IsRegular() {
			return nil
		}
		generated, err := hasHeader(path)
		if generated {
			stale = append(stale, name)
		}
		return err
	})
	return stale, err
}

func hasHeader(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	start := make([]byte, len(header))
	if _, err := io.ReadFull(f, start); errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return string(start) == header, nil
}
