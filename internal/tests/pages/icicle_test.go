package pages

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestNewCallsExist looks for the names of this module in the table for users of icicle.
func TestNewCallsExist(t *testing.T) {
	packages := map[string]string{
		"accelerated": "hooks/groth16", "accel": "accel", "bn254": "accel/bn254",
	}
	seen := map[string]bool{}
	used := regexp.MustCompile(`\b(accelerated|accel|bn254)\.([A-Z]\w+)`)
	for _, name := range used.FindAllStringSubmatch(read(t, "docs/icicle.md"), -1) {
		if seen[name[0]] {
			continue
		}
		seen[name[0]] = true
		doc := exec.Command("go", "doc", "-short", "./"+packages[name[1]], name[2])
		doc.Dir = root
		if out, err := doc.CombinedOutput(); err != nil {
			t.Errorf("docs/icicle.md names %s: %s", name[0], out)
		}
	}
	if len(seen) < 10 {
		t.Errorf("docs/icicle.md names %d functions only", len(seen))
	}
}
