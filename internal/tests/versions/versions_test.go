package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The page has every row that is right. It lists gnark's own tests of each release that the solver
// knows.
func TestPage(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page := read("docs/versions.md")
	for _, row := range rows {
		if m := (measured{row, true, 16, 16, true}); !strings.Contains(page, m.String()+"\n") {
			t.Errorf("the page has no line %s", m)
		}
	}
	known := regexp.MustCompile(`"(\d+\.\d+\.\d+)"`).FindAllStringSubmatch(
		read("internal/solver/linked.go"), -1)
	if len(known) == 0 {
		t.Error("the solver knows no release")
	}
	for _, version := range known {
		passed := regexp.MustCompile(`(?m)^\| v` + regexp.QuoteMeta(version[1]) + " \\| `.*` " +
			`\| [1-9]\d+ \|.*\| yes \|$`)
		if !passed.MatchString(page) {
			t.Errorf("gnark's tests of %s, which has passed them, have no line", version[1])
		}
	}
}

// go.mod asks for the versions of the first row.
func TestFloor(t *testing.T) {
	edit := exec.Command("go", "mod", "edit", "-print", "../../../go.mod")
	out, err := edit.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"go " + rows[0].Line, gnark + " " + rows[0].Gnark, crypto + " " + rows[0].Crypto,
	} {
		if !strings.Contains(string(out), line+"\n") {
			t.Errorf("go.mod does not ask for %s", line)
		}
	}
}
