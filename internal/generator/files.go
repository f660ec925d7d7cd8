package main

import (
	"bytes"
	"errors"
	"fmt"
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

// write writes the files that differ, and removes generated files that no template gives.
func write(root string, files map[string][]byte) error {
	wrong, err := differences(root, files)
	for name := range wrong {
		path := filepath.Join(root, filepath.FromSlash(name))
		if content, given := files[name]; !given {
			err = errors.Join(err, os.Remove(path))
		} else {
			err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755),
				os.WriteFile(path, content, 0o644))
		}
	}
	return err
}

// check returns an error that lists every file that write would change.
func check(root string, files map[string][]byte) error {
	wrong, err := differences(root, files)
	if err != nil || len(wrong) == 0 {
		return err
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		lines = append(lines, name+": "+wrong[name])
	}
	return fmt.Errorf("run go generate ./...:\n\t%s", strings.Join(lines, "\n\t"))
}

// differences names the fault of each file that write would change.
func differences(root string, files map[string][]byte) (map[string]string, error) {
	wrong := map[string]string{}
	for name, content := range files {
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			wrong[name] = "missing"
		case err != nil:
			return nil, err
		case !bytes.Equal(old, content):
			wrong[name] = "differs"
		}
	}
	stale, err := staleFiles(root, files)
	for _, name := range stale {
		wrong[name] = "no template gives it"
	}
	return wrong, err
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
		if _, known := files[name]; known || filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if bytes.HasPrefix(text, []byte(header)) {
			stale = append(stale, name)
		}
		return err
	})
	return stale, err
}
