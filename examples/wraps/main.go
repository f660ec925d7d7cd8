// Wraps has provers of others prove with this module: SP1 and Pico, whose last step is gnark.
//
//	go run ./examples/wraps -tree FOLDER
//
// FOLDER is a copy of either's files. They are changed there, built there, and tested with small
// circuits. README.md says more.
package main

import (
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var (
	errTree = errors.New("no files of SP1 or Pico there")
	errRun  = errors.New("not as it should be")
)

//go:embed c
var files embed.FS

func main() {
	folder := flag.String("tree", "", "`folder` of a copy of SP1's or Pico's files, to be changed")
	flag.Parse()
	if err := run(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "wraps:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	for place, test := range map[string]func(*tree){sp1Place: sp1, picoPlace: pico} {
		t := &tree{module: filepath.Join(folder, place), out: filepath.Join(folder, "wraps")}
		content, err := os.ReadFile(filepath.Join(t.module, "go.mod"))
		if err != nil {
			continue
		}
		t.err = errors.Join(os.RemoveAll(t.out), os.CopyFS(t.out, files))
		if !bytes.Contains(content, []byte(library)) { // else it was changed before
			t.apply(changes[place])
			t.require()
		}
		test(t)
		return t.err
	}
	return fmt.Errorf("%s: %w", folder, errTree)
}

// require adds this module to the tree's go.mod, which keeps its gnark.
func (t *tree) require() {
	here := t.run(".", "go", "list", "-m", "-f", "{{.Dir}}", library)
	gnark := []string{"go", "list", "-mod=mod", "-m", "github.com/consensys/gnark",
		"github.com/consensys/gnark-crypto"}
	before := t.run(t.module, gnark...)
	t.run(t.module, "go", "mod", "edit", "-require="+library+"@v0.1.0",
		"-replace="+library+"="+here)
	t.run(t.module, "go", "mod", "tidy")
	after := t.run(t.module, gnark...)
	if before != after {
		t.fail("gnark was %s, and is %s", before, after)
	}
	fmt.Println("keeps", strings.ReplaceAll(after, "\n", ", "))
}
