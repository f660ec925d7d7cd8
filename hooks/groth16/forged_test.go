//go:build unix

package groth16_test

import "testing"

func TestForgedFolder(t *testing.T) {
	attaching.Forged(t, scheme.Named(t, "cubic"), scheme.Named(t, "cubic"), 4)
}
