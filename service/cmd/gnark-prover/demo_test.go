package main

import (
	"bytes"
	"encoding/json"
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
	if !shown.Verified || len(shown.ProofSHA256) != 64 || shown.ProofBytes == 0 {
		t.Errorf("it prints %s", &out)
	}
	if errOut.Len() != 0 {
		t.Errorf("it warns: %s", &errOut)
	}
}
