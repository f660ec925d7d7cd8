//go:build unix

package plonk_test

import "testing"

func TestForgedFolder(t *testing.T) {
	attaching.Forged(t, scheme.Named(t, "cubic"), scheme.Named(t, "several commitments"), 3)
}
