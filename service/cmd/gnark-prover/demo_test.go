package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
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
	if figure := regexp.MustCompile(`\d\.\d{7,}`).Find(out.Bytes()); figure != nil {
		t.Errorf("a figure is not rounded: %s", figure)
	}
	if says := "MiMC hashes over BN254, of up to 400 constraints"; !strings.Contains(
		errOut.String(), says) {
		t.Errorf("it does not say what it compiles: %s", &errOut)
	}
	stages := regexp.MustCompile(`^(?:[a-z][\w ,]+ \.\.\.\n){5}$`)
	if !stages.Match(errOut.Bytes()) {
		t.Errorf("it warns, or does not say what it does: %s", &errOut)
	}
}
