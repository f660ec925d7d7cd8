package circuit

import (
	"errors"
	"testing"
)

// TestDiagnose blames no witness for a panic, whose words stay private, or for an unknown error.
func TestDiagnose(t *testing.T) {
	unknown := errors.New("no file descriptors")
	if err := diagnose(t.Context(), unknown); err != unknown {
		t.Error(err)
	}
	err := diagnose(t.Context(), Guarded(func() error { panic(1234) }))
	if errors.Is(err, ErrUnsatisfied) || err.Error() != "panic" || Details(err) != "panic: 1234" {
		t.Error(err)
	}
}
