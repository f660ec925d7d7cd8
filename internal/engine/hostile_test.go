package engine

import (
	"errors"
	"testing"
)

// TestZeroEngine: an engine that was not opened computes on the CPU, and panics nowhere.
func TestZeroEngine(t *testing.T) {
	e := new(Engine)
	wantError(t, e.Unavailable(), ErrClosed)
	if e.Devices() != nil || e.Statistics() != (Statistics{}) || e.Strict() {
		t.Error("a device, or something counted")
	}
	err := oneShot(e, 10, accepted)
	if !errors.Is(err, ErrOnCPU) {
		t.Errorf("a sum: %v", err)
	}
	turn, err := e.Turn(t.Context(), Arrive(), 10)
	wantError(t, err, nil)
	turn()
	b := load(t, e, 10)
	wantError(t, b.Warm(10, 1, HostScalars), nil)
	wantError(t, errors.Join(e.Renew(), b.Close(), e.Close(), e.Close()), nil)
}
