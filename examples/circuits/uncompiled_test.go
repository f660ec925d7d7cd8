//go:build !cuda

package main

import "testing"

// TestNotCompiledIn is the first of the states in which there is no device; the others need the
// tag.
func TestNotCompiledIn(t *testing.T) {
	wantNoDevice(t, nil, "CUDA is not compiled in: build with -tags cuda")
}
