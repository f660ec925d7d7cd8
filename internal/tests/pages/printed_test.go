package pages

import (
	"context"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// form is the way of one of README's commands through the tests.
type form struct {
	short    string // run in its place; it is run as printed if there is none
	emulated bool   // on the emulated device; without its library it is not run
	prints   string // a pattern, which the output has to match
}

// example runs examples/circuits in seconds.
const example = "go run -tags cuda ./examples/circuits -constraints 64 -proofs 1 "

// readme has the commands of README.md, but for those that get, build or document packages.
var readme = map[string]form{
	"go run -tags cuda ./examples/circuits": {short: example, prints: `verified +1/1`},
	"go run -tags cuda ./examples/circuits -constraints 262144 -backend cuda -compare": {
		short: example + "-min-size 1 -backend cuda -compare", emulated: true,
		prints: `(?s)speed-up +\d.*\(cuda\)`,
	},
	"make demo": {
		short:  "go -C service run ./cmd/gnark-prover demo -constraints 400",
		prints: `"verified": true`,
	},
	"make test": {short: "make -n test", prints: "test-untagged"},
}

// programs begin the commands of pages.
var programs = []string{"go", "make", "scripts/campaign.sh", "scripts/sweep.sh", ".ci/run"}

// withComment, assigned, inBackquotes and fences take commands apart.
var (
	withComment  = regexp.MustCompile(` +# .*`)
	assigned     = regexp.MustCompile(`^(?:\w+=\S+ )+`)
	inBackquotes = regexp.MustCompile("`([^`\n]+)`")
	fences       = regexp.MustCompile("(?s)```.*?```")
)

// printed returns the commands of a page. They are on indented lines, or in backquotes where they
// have arguments. Commands behind a cd are run in its folder, and those on bench's pages in bench.
func printed(page, text string) (all []string) {
	own := ""
	if strings.HasPrefix(page, "bench/") {
		own = "-C bench "
	}
	folder := own
	text = strings.ReplaceAll(fences.ReplaceAllString(text, ""), "\\\n", "")
	for line := range strings.Lines(text) {
		command, indented := strings.CutPrefix(line, "    ")
		if !indented {
			folder = own
			for _, quoted := range inBackquotes.FindAllStringSubmatch(line, -1) {
				if isCommand(quoted[1]) && strings.Contains(quoted[1], " ") {
					all = append(all, quoted[1])
				}
			}
			continue
		}
		command = strings.TrimSpace(withComment.ReplaceAllString(command, ""))
		if to, found := strings.CutPrefix(command, "cd "); found {
			folder = "-C " + to + " "
		} else if isCommand(command) && !strings.Contains(command, "   ") { // else it is a table
			all = append(all, strings.Replace(command, "go run", "go "+folder+"run", 1))
		}
	}
	return all
}

func isCommand(text string) bool {
	first, _, _ := strings.Cut(assigned.ReplaceAllString(text, ""), " ")
	return slices.Contains(programs, first)
}

// TestCommandsOfREADME runs each command that README.md prints, or a short form.
func TestCommandsOfREADME(t *testing.T) {
	named := 0
	for _, command := range printed("README.md", read(t, "README.md")) {
		f, known := readme[command]
		switch {
		case known:
			named++
			t.Run(command, func(t *testing.T) { f.check(t, command) })
		case !regexp.MustCompile(`^go (get|mod|build|doc) `).MatchString(command):
			t.Errorf("README.md prints %q, and no test runs it", command)
		}
	}
	if named < len(readme) {
		t.Errorf("README.md prints %d of %d commands", named, len(readme))
	}
}

func (f form) check(t *testing.T, command string) {
	if testing.Short() && strings.Contains(f.short, "-C service") {
		t.Skip("the service is compiled; its own tests have the demo")
	}
	if f.short != "" {
		command = f.short
	}
	if out := shell(t, command, f.emulated); !regexp.MustCompile(f.prints).MatchString(out) {
		t.Errorf("%s prints\n%s\nexpected %s", command, out, f.prints)
	}
}

// TestPrintedCommands finds the targets of make, the folders and the scripts that pages print.
func TestPrintedCommands(t *testing.T) {
	within, folder := regexp.MustCompile(`-C (\S+)`), regexp.MustCompile(` \./([a-z][\w/-]*)`)
	for page, text := range pages(t) {
		for _, command := range printed(page, text) {
			program, rest, _ := strings.Cut(assigned.ReplaceAllString(command, ""), " ")
			switch program {
			case "make":
				shell(t, "make -n "+rest, false)
			case "go":
				module := append(within.FindStringSubmatch(rest), "", "")[1]
				for _, parts := range folder.FindAllStringSubmatch(rest, -1) {
					if !exists(path.Join(module, parts[1])) {
						t.Errorf("%s prints %q, and there is no %s", page, command, parts[1])
					}
				}
			default:
				shell(t, "bash -n "+program, false)
			}
		}
	}
}

// emulator is the library of the emulated device.
const emulator = "build/libcuda_emulator.so"

// shell runs a command line in the root, and returns its output. The settings of these tests do not
// concern it.
func shell(t *testing.T, command string, emulated bool) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	sh := exec.CommandContext(ctx, "bash", "-c", command)
	sh.Dir = root
	for _, variable := range os.Environ() {
		if !regexp.MustCompile(`^(GNARK|MAKE|MFLAGS)`).MatchString(variable) {
			sh.Env = append(sh.Env, variable)
		}
	}
	if emulated {
		if !exists(emulator) {
			t.Skipf("there is no %s: make emulator", emulator)
		}
		working, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		sh.Env = append(sh.Env, "GNARK_ACCEL_CUDA_DRIVER="+path.Join(working, root, emulator))
	}
	out, err := sh.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
