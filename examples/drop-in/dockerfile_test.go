package dropin

import (
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDockerfile holds the Dockerfile to the repository. Its Go is new enough for go.mod, the
// program that it builds exists, and the image gets that program. docs/deployment.md says that the
// image has what a binary with the tag needs.
func TestDockerfile(t *testing.T) {
	dockerfile := read(t, "Dockerfile")
	root := filepath.Join("..", "..")

	image := "go" + found(t, dockerfile, `(?m)^FROM golang:(\d+\.\d+)-bookworm AS build$`)
	required := "go" + found(t, read(t, filepath.Join(root, "go.mod")), `(?m)^go (\S+)$`)
	if version.Compare(image, version.Lang(required)) < 0 {
		t.Errorf("the image has %s, go.mod requires %s", image, required)
	}

	binary := found(t, dockerfile, `go build -tags cuda .*-o (\S+) `)
	program := found(t, dockerfile, `go build -tags cuda .*-o \S+ (\S+)`)
	if _, err := os.Stat(filepath.Join(root, program, "main.go")); err != nil {
		t.Error(err)
	}
	for _, line := range []string{
		"COPY --from=build " + binary + " " + binary, `ENTRYPOINT ["` + binary + `"]`,
	} {
		if !strings.Contains(dockerfile, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}

	base := found(t, dockerfile, `(?m)^FROM (debian|ubuntu):\S+$`)
	table := read(t, filepath.Join(root, "docs", "deployment.md"))
	if !regexp.MustCompile(`(?m)^\|[^|]*` + base + `[^|]*\| starts \|`).MatchString(table) {
		t.Errorf("docs/deployment.md does not say that a binary with the tag starts in %s", base)
	}
}

// found returns the part of a text that a pattern's parentheses match.
func found(t *testing.T, text, pattern string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if match == nil {
		t.Fatalf("nothing matches %s", pattern)
	}
	return match[1]
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
