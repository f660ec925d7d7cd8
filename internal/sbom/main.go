// Command sbom writes lists of the modules that programs of this repository link: a software bill
// of materials for each of its modules, in CycloneDX, and NOTICE.
//
//	go run ./internal/sbom -out build/sbom   # a file a module
//	go run ./internal/sbom -notice NOTICE    # writes NOTICE, -check compares it
//
// It reads go.mod and go.sum through the go command, and licences from the module cache.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// parts are this repository's modules with the packages whose dependencies count.
var parts = []part{
	{"gnark-accel", ".", []string{"./accel/...", "./hooks/..."}},
	{"service", "service", []string{"./..."}},
	{"bench", "bench", []string{"./..."}},
}

func main() {
	out := flag.String("out", "", "`folder` for a bill of materials of each module")
	notice := flag.String("notice", "", "`file` to write the notice to")
	check := flag.Bool("check", false, "compare the file of -notice in place of writing it")
	flag.Parse()
	if err := run(*out, *notice, *check); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(out, notice string, check bool) error {
	version, err := os.ReadFile("VERSION")
	if err != nil {
		return err
	}
	var linked []linkedPart
	for _, p := range parts {
		modules, err := p.modules()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		linked = append(linked, linkedPart{p, modules})
	}
	if err := sameVersions(linked); err != nil {
		return err
	}
	if out != "" {
		if err := writeBills(out, strings.TrimSpace(string(version)), linked); err != nil {
			return err
		}
	}
	if notice == "" {
		return nil
	}
	text := noticeOf(linked)
	if !check {
		return os.WriteFile(notice, text, 0o644)
	}
	committed, err := os.ReadFile(notice)
	if err == nil && !bytes.Equal(committed, text) {
		err = fmt.Errorf("%s is out of date: make notice writes it", notice)
	}
	return err
}

func writeBills(folder, version string, linked []linkedPart) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, l := range linked {
		text, err := json.MarshalIndent(billOf(l, version), "", "  ")
		if err != nil {
			return err
		}
		path := filepath.Join(folder, l.name+".cdx.json")
		if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d modules\n", path, len(l.modules))
	}
	return nil
}

// sameVersions refuses parts that link different versions of one module.
func sameVersions(linked []linkedPart) (err error) {
	versions := map[string]string{}
	for _, l := range linked {
		for _, m := range l.modules {
			if known, ok := versions[m.Path]; ok && known != m.Version {
				err = errors.Join(err, fmt.Errorf("%s links %s %s, another module %s", l.name,
					m.Path, m.Version, known))
			}
			versions[m.Path] = m.Version
		}
	}
	return err
}
