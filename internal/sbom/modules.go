package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// part is a module of this repository.
type part struct {
	name, folder string
	packages     []string
}

// linkedPart is a part with the modules that it links.
type linkedPart struct {
	part
	modules []module
}

// module is a module of others.
type module struct {
	Path, Version string
	Sum           string // of go.sum
	Dir           string
	Main          bool
	Replace       *module
	license       license
}

// own is the path that the modules of this repository begin with.
const own = "github.com/gnark-accel/gnark-accel"

// modules lists the modules whose packages the part links on Linux with the tag cuda, by path.
func (p part) modules() ([]module, error) {
	list := exec.Command("go", append([]string{"list", "-C", p.folder, "-deps", "-tags", "cuda",
		"-json=Module"}, p.packages...)...)
	list.Env = append(list.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	list.Stderr = &stderr
	listed, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	byPath := map[string]module{}
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var listed struct{ Module *module }
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		m := listed.Module
		if m == nil || m.Main || m.Path == own || strings.HasPrefix(m.Path, own+"/") {
			continue // the standard library, or ours
		}
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced by %s", m.Path, m.Replace.Path)
		}
		byPath[m.Path] = *m
	}
	var modules []module
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		m := byPath[path]
		if m.license, err = readLicense(m.Dir); err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.Path, m.Version, err)
		}
		modules = append(modules, m)
	}
	return modules, nil
}
