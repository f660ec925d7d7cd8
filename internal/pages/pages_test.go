package pages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// pages returns the text of each page, by its path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "examples/*/*.md", "bench/*.md"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = read(t, name)
		}
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "RATIONALE.md", "SECURITY.md", "CHANGELOG.md"} {
		if all[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestReadmeNamesEveryError: who meets an error finds in README.md what to do about it.
func TestReadmeNamesEveryError(t *testing.T) {
	readme := read(t, "README.md")
	for _, file := range []string{"accel/errors.go", "hooks/groth16/errors.go", "hooks/plonk/errors.go"} {
		names := exportedErrors(t, file)
		if len(names) == 0 {
			t.Errorf("%s exports no errors", file)
		}
		for _, name := range names {
			if !strings.Contains(readme, "`"+name+"`") {
				t.Errorf("README.md does not name %s of %s", name, file)
			}
		}
	}
}

// exportedErrors returns the variables of a file whose names begin with Err.
func exportedErrors(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range parsed.Decls {
		variables, ok := declaration.(*ast.GenDecl)
		if !ok || variables.Tok != token.VAR {
			continue
		}
		for _, spec := range variables.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if strings.HasPrefix(name.Name, "Err") {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// TestReadmesErrorsExist: an error that was renamed is renamed in README.md as well.
func TestReadmesErrorsExist(t *testing.T) {
	known := map[string]bool{}
	for _, file := range []string{"accel/errors.go", "hooks/groth16/errors.go", "hooks/plonk/errors.go"} {
		for _, name := range exportedErrors(t, file) {
			known[name] = true
		}
	}
	for page, text := range pages(t) {
		for _, name := range regexp.MustCompile("`(?:accel\\.)?(Err[A-Z]\\w+)`").FindAllStringSubmatch(text, -1) {
			if !known[name[1]] {
				t.Errorf("%s names %s, which there is not", page, name[1])
			}
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)]+)\)`)

// TestLinks follows the links within the repository.
func TestLinks(t *testing.T) {
	for page, text := range pages(t) {
		for _, target := range link.FindAllStringSubmatch(text, -1) {
			path, anchor, _ := strings.Cut(target[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			to := filepath.Join(filepath.Dir(page), path)
			if path == "" {
				to = page
			}
			if _, err := os.Stat(filepath.Join(root, to)); err != nil {
				t.Errorf("%s links to %s, which there is not", page, target[1])
			} else if anchor != "" && !anchors(read(t, to))[anchor] {
				t.Errorf("%s links to the heading %s, which there is not", page, target[1])
			}
		}
	}
}

// anchors are the names of a page's headings in links, as far as headings are made of words.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			all[strings.ReplaceAll(strings.ToLower(strings.TrimSpace(heading)), " ", "-")] = true
		}
	}
	return all
}

// TestMakeTargets: what the pages say to make can be made.
func TestMakeTargets(t *testing.T) {
	makefile := read(t, "Makefile")
	for page, text := range pages(t) {
		// A command is in backquotes or on a line that is indented by four; a comment may follow.
		for _, command := range regexp.MustCompile("(?m)(?:`|^    )(?:GOARCH=\\w+ )?make((?: [a-z][a-z-]*)+)").FindAllStringSubmatch(text, -1) {
			for _, target := range strings.Fields(command[1]) {
				if !regexp.MustCompile(`(?m)^` + target + `:`).MatchString(makefile) {
					t.Errorf("%s says make %s, which there is not", page, target)
				}
			}
		}
	}
}

// gnarksMessages are lines that gnark, or a hook in its place, logs for a proof.
var gnarksMessages = []string{"constraint system solver done", "prover done"}

// TestLogMessages: the messages that package accel documents are logged, and the lines that README.md shows are documented.
func TestLogMessages(t *testing.T) {
	var sources strings.Builder
	paths, err := filepath.Glob(filepath.Join(root, "internal/session/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(content)
	}
	messages := gnarksMessages
	documented := regexp.MustCompile(`(?m)^//\t(?:info|warn|debug) +"([^"]+)"`).FindAllStringSubmatch(read(t, "accel/doc.go"), -1)
	if len(documented) == 0 {
		t.Error("accel/doc.go documents no messages")
	}
	for _, message := range documented {
		messages = append(messages, message[1])
		if !strings.Contains(sources.String(), `"`+message[1]+`"`) {
			t.Errorf("accel/doc.go documents %q, which is not logged", message[1])
		}
	}
	shown := regexp.MustCompile(`(?m)^(?:INF|DBG|WRN) (.*)$`).FindAllStringSubmatch(read(t, "README.md"), -1)
	if len(shown) == 0 {
		t.Error("README.md shows no lines of a log")
	}
	for _, line := range shown {
		if !slices.ContainsFunc(messages, func(m string) bool { return strings.HasPrefix(line[1], m+" ") }) {
			t.Errorf("README.md shows a line that is not documented: %s", line[1])
		}
	}
}
