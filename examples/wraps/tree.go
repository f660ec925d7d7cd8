package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// tree is a copy of a project. After an error its methods do nothing.
type tree struct {
	module string // the folder of its Go module
	out    string // the folder for what is built and proved
	err    error
}

// at is a path in the folder for what is built.
func (t *tree) at(name string) string { return filepath.Join(t.out, name) }

// fail notes what is wrong.
func (t *tree) fail(format string, arguments ...any) {
	if t.err == nil {
		t.err = fmt.Errorf("%w: %s", errRun, fmt.Sprintf(format, arguments...))
	}
}

// command is one that runs in a folder, with cgo and without the go.work of this repository. Proofs
// go to a device, which has to be there, unless the environment says otherwise.
func command(folder string, words ...string) *exec.Cmd {
	c := exec.Command(words[0], words[1:]...)
	c.Dir = folder
	c.Env = append([]string{"GNARK_WRAP_STRICT=1"}, os.Environ()...)
	c.Env = append(c.Env, "GOWORK=off", "CGO_ENABLED=1", "NO_COLOR=1")
	return c
}

// run runs a command in a folder, and returns its output. What it says on standard error is shown.
func (t *tree) run(folder string, words ...string) string {
	if t.err != nil {
		return ""
	}
	fmt.Println("+", strings.Join(words[:min(3, len(words))], " "), "...")
	c := command(folder, words...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.fail("%q: %v", words, err)
	}
	return strings.TrimSpace(string(out))
}

// write writes a file into the folder for what is built, and returns its name.
func (t *tree) write(name string, content []byte) string {
	if t.err == nil {
		t.err = errors.Join(os.MkdirAll(filepath.Dir(t.at(name)), 0o755),
			os.WriteFile(t.at(name), content, 0o644))
	}
	return name
}

// damages are ways to damage a file.
var damages = []string{"missing", "truncated", "garbage", "filled"}

// copyOf copies a folder of what is built, with files that are damaged in a way.
func (t *tree) copyOf(folder, how string, damaged ...string) (name string) {
	name = folder + "-" + how + "-" + strings.Join(damaged, "-")
	if t.err == nil {
		t.err = errors.Join(os.RemoveAll(t.at(name)), os.CopyFS(t.at(name), os.DirFS(t.at(folder))))
	}
	for _, file := range damaged {
		if t.err == nil {
			t.err = damage(t.at(filepath.Join(name, file)), how)
		}
	}
	return name
}

func damage(path, how string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	half := content[len(content)/2:]
	switch how {
	case "missing":
		return os.Remove(path)
	case "truncated":
		content = content[:len(half)]
	case "garbage":
		_, _ = rand.NewChaCha8([32]byte{}).Read(content) // never fails
	case "filled": // which makes lengths of what lies behind
		copy(half, bytes.Repeat([]byte{0xff}, len(half)))
	}
	return os.WriteFile(path, content, 0o644)
}

var proverDone = regexp.MustCompile(`prover done acceleration=(\w+) backend=(\w+)`)

// keep writes a log. It counts proofs by where they were made, and keys that were loaded.
func (t *tree) keep(name, log string) {
	counts := map[string]int{"keys loaded": strings.Count(log, " key loaded ")}
	for _, m := range proverDone.FindAllStringSubmatch(log, -1) {
		counts[fmt.Sprintf("%s on %s", m[2], m[1])]++
	}
	fmt.Println(t.at(name+".log"), counts)
	t.err = errors.Join(t.err, os.WriteFile(t.at(name+".log"), []byte(log), 0o644))
}
