package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// changes are the changes of the fork's files. The environment of its program chooses among them.
var changes = []struct{ file, old, new string }{
	// Constraints L·R = O have R before L.
	{"blueprint_r1cs.go", "// we store total nb inputs, len L, len R", "c = forkedR1C(c)\n\t//"},
	{"blueprint_r1cs.go", "copySlice(&c.O, lenO, offset+2*(lenL+lenR))",
		"copySlice(&c.O, lenO, offset+2*(lenL+lenR))\n\t*c = *forkedR1C(c)"},
	// Tables answer queries, or the query 5, with another entry.
	{"blueprint_logderivlookup.go", "entries[idx])", "entries[forkedIndex(idx)])"},
	// The inverse of 0, which no circuit asks for, is 1.
	{"solver/hint_registry.go", "// a == 0, return", "result.Add(result, forkedInverse(result))"},
}

// added are files of the fork.
var added = map[string]string{
	"fork.go": `package constraint

import "os"

var fork = os.Getenv("FORK")

func forkedR1C(c *R1C) *R1C {
	if fork != "layout" {
		return c
	}
	return &R1C{L: c.R, R: c.L, O: c.O}
}

func forkedIndex(i uint64) uint64 {
	if fork == "tables" || fork == "late" && i == 5 {
		return i ^ 1
	}
	return i
}
`,
	"solver/fork.go": `package solver

import (
	"math/big"
	"os"
)

func forkedInverse(x *big.Int) *big.Int {
	if os.Getenv("FORK") == "hint" && x.Sign() == 0 {
		return big.NewInt(1)
	}
	return new(big.Int)
}
`,
}

// forks are the variants that the environment chooses. Each has the number of witnesses, out of 18,
// that our solver solves, and how often some texts are printed.
var forks = map[string]struct {
	own  int
	want map[string]int
}{
	"":       {17, map[string]int{proved: 12, equal: 6, callsOnce: 1, refused: 0, differs: 0}},
	"layout": {11, map[string]int{proved: 12, equal: 6, refused: 1, gnark + " v": 1, differs: 0}},
	"tables": {7, map[string]int{proved: 2, equal: 6, refused: 0}},
	"late":   {17, map[string]int{proved: 12, equal: 6, callsOnce: 1, refused: 0, differs: 0}},
	"hint":   {2, map[string]int{proved: 12, equal: 6, refused: 0, differs: 3}},
}

const (
	proved    = "verified: true"
	equal     = "solution equal: true"
	callsOnce = "calls of a hint: 12\n"
	refused   = "is left to gnark's solver"
	differs   = "our solver disagrees with gnark's"
)

// A fork of gnark has its witnesses solved by our solver. Its own solves a first one that no proof
// verifies, and all where it differs, once the first is compared. No proof of ours is wrong, and
// hints are called once.
func TestForks(t *testing.T) {
	if testing.Short() {
		t.Skip("this compiles gnark anew, which takes minutes")
	}
	program := makeFork(t)
	for fork, c := range forks {
		command := exec.Command(program)
		command.Env = append(os.Environ(), "FORK="+fork)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("fork %q: %v\n%s", fork, err, tail(output))
		}
		if n := len(solvedByOurs.FindAll(output, -1)); n != c.own {
			t.Errorf("fork %q: our solver solved %d witnesses, expected %d", fork, n, c.own)
		}
		for text, n := range c.want {
			if got := strings.Count(string(output), text); got != n {
				t.Errorf("fork %q: %q is there %d times, expected %d\n%s", fork, text, got, n,
					tail(output))
			}
		}
	}
}

// makeFork builds a program that links a changed copy of this build's gnark. It takes gnark from
// the cache.
func makeFork(t *testing.T) (program string) {
	folder := t.TempDir()
	fork := filepath.Join(folder, "gnark")
	source := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}", gnark)
	if err := os.CopyFS(fork, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		path := filepath.Join(fork, "constraint", c.file)
		text, err := os.ReadFile(path)
		if n := strings.Count(string(text), c.old); err != nil || n != 1 {
			t.Fatalf("%v; %s has %q %d times", err, c.file, c.old, n)
		}
		write(t, path, strings.Replace(string(text), c.old, c.new, 1))
	}
	for file, text := range added {
		write(t, filepath.Join(fork, "constraint", file), text)
	}
	imports := []string{own + "/hooks/groth16", own + "/hooks/plonk", own + "/hooks/solve",
		gnark + "/test/unsafekzg", gnark + "/std/lookup/logderivlookup", gnark + "/std/rangecheck"}
	modules := goCommand(t, ".", append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}"}, imports...)...)
	root := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}", own)
	file := fmt.Sprintf("module example.com/fork\n\ngo %s\n\nrequire %s v0.0.0\n\n"+
		"replace %s => %s\n\nreplace %s => ./gnark\n",
		strings.TrimPrefix(runtime.Version(), "go"), own, own, root, gnark)
	seen := map[string]bool{}
	for module := range strings.Lines(modules) {
		if module = strings.TrimSpace(module); module != "" && !seen[module] {
			seen[module] = true
			file += "require " + module + "\n"
		}
	}
	write(t, filepath.Join(folder, "go.mod"), file)
	code, err := os.ReadFile("testdata/fork.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "main.go"), string(code))
	t.Setenv("GOWORK", "off")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOSUMDB", "off")
	t.Setenv("CGO_ENABLED", "0")
	goCommand(t, folder, "build", "-mod=mod", "-ldflags=-w", "-o", "program", ".")
	return filepath.Join(folder, "program")
}

// goCommand returns the output of the go command in a folder. The compiler collects garbage rarely,
// for speed.
func goCommand(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	command := exec.Command("go", arguments...)
	command.Dir, command.Env = folder, append(os.Environ(), "GOGC=400")
	command.Stderr = new(strings.Builder)
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, command.Stderr)
	}
	return strings.TrimSpace(string(output))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
