package pages

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestSteps: a step that fails, or hangs, does not keep others from running.
func TestSteps(t *testing.T) {
	run := exec.CommandContext(t.Context(), "scripts/steps.sh", "0.02",
		"exit 3", "sleep 60", "true")
	run.Dir = root
	out, err := run.CombinedOutput()
	if err == nil {
		t.Error("the status is that of success")
	}
	want := `==> FAILED with status 3 after \d+ s: exit 3
==> FAILED after \d+ s, the limit is 0.02 min: sleep 60
==> passed in \d+ s: true
==> 2 of 3 failed, \d+ s in all
$`
	if !regexp.MustCompile(want).Match(out) {
		t.Errorf("%s\nexpected at the end\n%s", out, want)
	}
	run = exec.CommandContext(t.Context(), "scripts/steps.sh", "1", "true", "true")
	run.Dir = root
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
