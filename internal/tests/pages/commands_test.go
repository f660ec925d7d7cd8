package pages

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMakeTargets holds the pages to the targets of the Makefile.
func TestMakeTargets(t *testing.T) {
	// A command is in backquotes or on an indented line; a comment may follow.
	command := regexp.MustCompile("(?m)(?:`|^    )(?:GOARCH=\\w+ )?make((?: [a-z][a-z-]*)+)")
	for page, text := range pages(t) {
		makefile := read(t, "Makefile")
		if own := path.Join(path.Dir(page), "Makefile"); exists(own) {
			makefile += read(t, own)
		}
		for _, targets := range command.FindAllStringSubmatch(text, -1) {
			for _, target := range strings.Fields(targets[1]) {
				if !regexp.MustCompile(`(?m)^` + target + `:`).MatchString(makefile) {
					t.Errorf("%s says make %s, which the Makefile lacks", page, target)
				}
			}
		}
	}
}

// goCommand finds calls of go with a package. The groups are the command and its arguments.
var goCommand = regexp.MustCompile(
	"(?m)go (run|test|build|doc|generate|vet)((?: [^`\n#|&]+?)?)(?:`|  +#|\n|\\s*$|\\s[|&>])")

// TestGoCommands looks for the packages, flags and files of the go commands on the pages.
func TestGoCommands(t *testing.T) {
	found := 0
	for page, text := range pages(t) {
		inBench := strings.HasPrefix(page, "bench/")
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) == "cd bench" {
				inBench = true
			}
			if line == "\n" {
				inBench = strings.HasPrefix(page, "bench/")
			}
			for _, command := range goCommand.FindAllStringSubmatch(line, -1) {
				found++
				checkCommand(t, page, inBench, command[1], strings.Fields(command[2]))
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d commands were found", found)
	}
}

// checkCommand checks one call of go: its package, and, if go runs it, the flags of the program.
func checkCommand(t *testing.T, page string, inBench bool, verb string, arguments []string) {
	t.Helper()
	folder, program := "", ""
	for i, argument := range arguments {
		switch {
		case argument == "-C" && i+1 < len(arguments):
			folder = arguments[i+1]
		case argument == ".", strings.HasPrefix(argument, "./"):
			program = strings.TrimSuffix(argument, "/...")
			if inBench && folder == "" {
				folder = "bench"
			}
			program = path.Join(folder, program)
			if !exists(program) {
				t.Errorf("%s says go %s %s, which does not exist", page, verb, argument)
			} else if verb == "run" {
				checkArguments(t, page, program, arguments[i+1:])
			}
			return
		}
	}
}

// checkArguments checks the flags, commands and files that a program is called with.
func checkArguments(t *testing.T, page, program string, arguments []string) {
	t.Helper()
	source := sources(t, program)
	for i, argument := range arguments {
		switch {
		case strings.HasPrefix(argument, "-"):
			name, _, _ := strings.Cut(strings.TrimLeft(argument, "-"), "=")
			flag := regexp.MustCompile(`\.\w+\((?:[^"\n]*, )?"` + regexp.QuoteMeta(name) + `",`)
			if name != "h" && name != "help" && !flag.MatchString(source) {
				t.Errorf("%s calls %s with -%s, which it does not have", page, program, name)
			}
		case strings.HasPrefix(argument, "results/"):
			for _, file := range expand(argument) {
				if !exists(path.Join(program, file)) {
					t.Errorf("%s calls %s with %s, which does not exist", page, program, file)
				}
			}
		case i == 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(argument):
			if !strings.Contains(source, `"`+argument+`"`) {
				t.Errorf("%s calls %s %s, a command that it lacks", page, program, argument)
			}
		}
	}
}

// expand returns the names that a shell makes of one pair of braces.
func expand(pattern string) (names []string) {
	before, rest, found := strings.Cut(pattern, "{")
	list, after, closed := strings.Cut(rest, "}")
	if !found || !closed {
		return []string{pattern}
	}
	for _, name := range strings.Split(list, ",") {
		names = append(names, before+name+after)
	}
	return names
}

// sources returns the Go code of a folder and of those below it, without tests.
func sources(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	add := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		content, err := os.ReadFile(name)
		all.Write(content)
		return err
	}
	if err := filepath.WalkDir(filepath.Join(root, folder), add); err != nil {
		t.Fatal(err)
	}
	return all.String()
}
