//go:build !cuda

package main

import (
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// TestNotCompiledIn is the first of the states in which there is no device; the others need the tag.
func TestNotCompiledIn(t *testing.T) {
	wantNoDevice(t, nil, accel.ErrNotCompiled, "not compiled in")
	r := runHere(t, "-backend", "cuda")
	r.wantStatus(t, exitFailed)
	if !strings.Contains(r.stderr, "-tags cuda") {
		t.Errorf("the message does not say what to do: %s", r.stderr)
	}
}
