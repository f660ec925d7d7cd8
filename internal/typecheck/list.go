package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// A system is what packages are built for.
type system struct{ os, architecture, tag string }

// parseSystem reads OS/ARCHITECTURE or OS/ARCHITECTURE:TAG.
func parseSystem(name string) (system, error) {
	target, tag, _ := strings.Cut(name, ":")
	goos, architecture, ok := strings.Cut(target, "/")
	if !ok || goos == "" || architecture == "" {
		return system{}, fmt.Errorf("%q is no system, as linux/arm64 or linux/arm64:cuda are", name)
	}
	return system{goos, architecture, tag}, nil
}

// hasDriver is true where packages bind the driver's library.
func (s system) hasDriver() bool { return s.os == "linux" && s.tag == "cuda" }

// A listed package is what go list says of one.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	ImportMap  map[string]string
	Standard   bool
	Module     *struct {
		Main      bool
		GoVersion string
	}
}

// ours is true for packages of the module that is checked.
func (p listed) ours() bool { return p.Module != nil && p.Module.Main }

// list has the packages that match a pattern and all that they import, imported ones first.
func (s system) list(pattern string) ([]listed, error) {
	command := exec.Command("go", "list", "-deps", "-tags", s.tag,
		"-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,Module", pattern)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+s.os, "GOARCH="+s.architecture)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return decode(strings.NewReader(string(output)))
}

// decode reads packages one after the other.
func decode(r io.Reader) ([]listed, error) {
	var packages []listed
	for decoder := json.NewDecoder(r); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}
