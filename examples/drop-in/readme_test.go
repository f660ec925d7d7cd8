package dropin

import (
	"os/exec"
	"strings"
	"testing"
)

// TestReadmeShowsTheDifference compares the diff in README.md with that of the programs.
func TestReadmeShowsTheDifference(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	diff := exec.Command("git", "diff", "--no-index", "--no-prefix", "--no-color", "--no-ext-diff",
		"before/main.go", "after/main.go")
	out, _ := diff.Output() // its status is 1 for a difference
	_, want, _ := strings.Cut(string(out), "\n---")
	if want == "" || !strings.Contains(read(t, "README.md"), "```diff\n---"+want+"```\n") {
		t.Errorf("README.md does not show what %s prints:\n%s", diff, out)
	}
}
