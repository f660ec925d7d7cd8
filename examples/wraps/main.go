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
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	errTree = errors.New("no files of SP1 or Pico there")
	errRun  = errors.New("not as it should be")
)

//go:embed c added
var files embed.FS

// tree is a copy of a project.
type tree struct {
	module string // the folder of its Go module
	out    string // the folder for what is built and proved
}

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
	for place, build := range map[string]func(*tree) error{sp1Place: sp1, picoPlace: pico} {
		t := &tree{filepath.Join(folder, place), filepath.Join(folder, "wraps")}
		content, err := os.ReadFile(filepath.Join(t.module, "go.mod"))
		if err != nil {
			continue
		}
		if err = os.MkdirAll(t.out, 0o755); err != nil {
			return err
		}
		if !bytes.Contains(content, []byte(library)) { // else it was changed before
			if err = apply(t.module, changes[place]); err == nil {
				err = t.require()
			}
		}
		if err != nil {
			return err
		}
		return build(t)
	}
	return fmt.Errorf("%s: %w", folder, errTree)
}

// require adds this module and the library to the tree's go.mod, which keeps its gnark.
func (t *tree) require() error {
	here, err := output("", "go", "list", "-m", "-f", "{{.Dir}}", thisOne)
	if err != nil {
		return err
	}
	gnark := []string{"go", "list", "-mod=mod", "-m", "github.com/consensys/gnark",
		"github.com/consensys/gnark-crypto"}
	before, err := output(t.module, gnark...)
	if err != nil {
		return err
	}
	for path, folder := range map[string]string{thisOne: here, library: here + "/../.."} {
		if _, err := output(t.module, "go", "mod", "edit", "-require="+path+"@v0.1.0",
			"-replace="+path+"="+filepath.Clean(folder)); err != nil {
			return err
		}
	}
	if _, err := output(t.module, "go", "mod", "tidy"); err != nil {
		return err
	}
	after, err := output(t.module, gnark...)
	if err != nil || before != after {
		return fmt.Errorf("%w: gnark was %s, and is %s: %w", errRun, before, after, err)
	}
	fmt.Println("keeps", strings.ReplaceAll(after, "\n", ", "))
	return nil
}

// at is a path in the folder for what is built.
func (t *tree) at(name string) string { return filepath.Join(t.out, name) }

// output runs a command in a folder, and returns its output. An error has that in its text.
func output(folder string, command ...string) (string, error) {
	fmt.Println("+", strings.Join(command[:min(3, len(command))], " "), "...")
	c := exec.Command(command[0], command[1:]...)
	c.Dir = folder
	if folder != "" {
		c.Env = environment()
	}
	var errors bytes.Buffer
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%q: %w\n%s%s", command, err, out, &errors)
	}
	return strings.TrimSpace(string(out)), nil
}

// environment is that of commands in the tree: cgo, without the go.work of this repository. Small
// proofs go to a device, which has to be there, unless the environment says otherwise.
func environment() []string {
	all := append([]string{"GNARK_WRAP_MIN_SIZE=1", "GNARK_WRAP_STRICT=1"}, os.Environ()...)
	return append(all, "GOWORK=off", "CGO_ENABLED=1", "NO_COLOR=1")
}

var (
	gnarksLine = regexp.MustCompile(`^\S+ (DBG|INF|WRN|ERR) `)
	proverDone = regexp.MustCompile(`prover done acceleration=(\w+) backend=(\w+)`)
)

// keep writes a log. It counts proofs by where they were made, and keys that were loaded.
func (t *tree) keep(name string, log []byte) error {
	counts := map[string]int{"keys loaded": bytes.Count(log, []byte(" key loaded "))}
	for _, m := range proverDone.FindAllSubmatch(log, -1) {
		counts[fmt.Sprintf("%s on %s", m[2], m[1])]++
	}
	fmt.Println(t.at(name+".log"), counts)
	return os.WriteFile(t.at(name+".log"), log, 0o644)
}
