package pages

import (
	"regexp"
	"strings"
	"testing"
)

// publicErrors are the files that export errors to users.
var publicErrors = []string{"accel/errors.go", "hooks/groth16/errors.go", "hooks/plonk/errors.go"}

// TestEveryErrorHasARemedy looks for each exported error in the page on troubleshooting.
func TestEveryErrorHasARemedy(t *testing.T) {
	page := read(t, "docs/troubleshooting.md")
	for _, file := range publicErrors {
		names := exportedErrors(t, file)
		if len(names) == 0 {
			t.Errorf("%s exports no errors", file)
		}
		for _, name := range names {
			if !strings.Contains(page, "| `"+name+"` |") {
				t.Errorf("docs/troubleshooting.md has no row for %s of %s", name, file)
			}
		}
	}
}

// TestNamedErrorsExist looks for the errors that pages name.
func TestNamedErrorsExist(t *testing.T) {
	known := map[string]bool{}
	for _, file := range publicErrors {
		for _, name := range exportedErrors(t, file) {
			known[name] = true
		}
	}
	named := regexp.MustCompile("`(?:accel\\.)?(Err[A-Z]\\w+)`")
	for page, text := range pages(t) {
		for _, name := range named.FindAllStringSubmatch(text, -1) {
			if !known[name[1]] {
				t.Errorf("%s names %s, which does not exist", page, name[1])
			}
		}
	}
}

// exportedErrors returns the variables of a file whose names begin with Err.
func exportedErrors(t *testing.T, file string) (names []string) {
	t.Helper()
	variable := regexp.MustCompile(`(?m)^\t(Err\w+) += `)
	for _, name := range variable.FindAllStringSubmatch(read(t, file), -1) {
		names = append(names, name[1])
	}
	return names
}
