package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed testdata/probe.go.txt
var probe []byte

const (
	gnark  = "github.com/consensys/gnark"
	crypto = "github.com/consensys/gnark-crypto"
	own    = "github.com/gnark-accel/gnark-accel"
)

// prove builds a program as users do, with these versions, and runs it. It may build the program
// without the tag, too.
func (r row) prove(untagged bool) (m measured, err error) {
	m.row = r
	folder, err := os.MkdirTemp("", "versions")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(folder)
	root, err := os.Getwd()
	if err != nil {
		return m, err
	}
	file := fmt.Sprintf("module example.com/probe\ngo %s\nrequire %s %s\nrequire %s %s\n"+
		"require %s v0.0.0\nreplace %s => %s\n",
		r.Line, gnark, r.Gnark, crypto, r.Crypto, own, own, root)
	if r.Fork != "" {
		file += fmt.Sprintf("replace %s => %s\n", gnark, r.Fork)
	}
	err = errors.Join(os.WriteFile(filepath.Join(folder, "go.mod"), []byte(file), 0o644),
		os.WriteFile(filepath.Join(folder, "main.go"), probe, 0o644))
	if err != nil {
		return m, err
	}
	if _, err := r.run(folder, "mod", "tidy"); err != nil {
		return m, err
	}
	chosen, err := r.run(folder, "list", "-m", "-f", "{{or .Version .GoVersion}}",
		gnark, crypto, "example.com/probe")
	if err != nil {
		return m, err
	}
	m.Kept = slices.Equal(strings.Fields(chosen), []string{r.Gnark, r.Crypto, r.Line})
	if untagged {
		if _, err := r.run(folder, "build", "-o", os.DevNull, "."); err != nil {
			return m, err
		}
	}
	output, err := r.run(folder, "run", "-ldflags=-w", "-tags", "cuda", ".")
	m.Proofs = strings.Count(output, "verified\n")
	m.Own = len(solvedByOurs.FindAllString(output, -1))
	return m, err
}

// solvedByOurs matches a line of the log for each witness that our solver solved.
var solvedByOurs = regexp.MustCompile(`"solvedBy":"own".*"constraint system solver done"`)

// run runs the go command of the row's Go, and returns its output. Flags of the environment stay,
// so that packages are not compiled anew. The compiler collects garbage rarely, for speed.
func (r row) run(folder string, arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Dir = folder
	toolchain := "local"
	if r.Go != "" {
		toolchain = "go" + r.Go
	}
	command.Env = append(os.Environ(), "GOWORK=off", "GOTOOLCHAIN="+toolchain, "CGO_ENABLED=0",
		"GOGC=400", "GOFLAGS=-buildvcs=false "+os.Getenv("GOFLAGS"))
	output, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, tail(output))
	}
	return string(output), err
}

func tail(output []byte) []byte { return output[max(0, len(output)-4000):] }
