package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"
)

// TestDemo runs the command that a newcomer runs first.
func TestDemo(t *testing.T) {
	var out, errOut bytes.Buffer
	if err := run(t.Context(), []string{"demo", "-constraints", "400"}, &out, &errOut); err != nil {
		t.Fatal(err, errOut.String())
	}
	var shown demonstration
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil {
		t.Fatal(err, out.String())
	}
	if !shown.Verified || len(shown.ProofSHA256) != 64 {
		t.Errorf("it prints %s", &out)
	}
	stages := regexp.MustCompile(`^(?:[a-z][\w ,]+ \.\.\.\n){5}$`)
	if !stages.Match(errOut.Bytes()) {
		t.Errorf("it warns, or does not say what it does: %s", &errOut)
	}
}
