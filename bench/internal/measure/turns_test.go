package measure

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// TestInTurn runs gnark's after each of the first runs of ours, until either fails.
func TestInTurn(t *testing.T) {
	failure := errors.New("no")
	var calls []string
	run := func(name string, err error) Run {
		return func() (time.Duration, error) {
			calls = append(calls, name)
			return time.Millisecond, err
		}
	}
	ours, gnarks := run("ours", nil), run("gnark's", nil)
	times, gnarkTimes, err := InTurn(t.Context(), 3, 1, ours, gnarks)
	want := []string{"ours", "gnark's", "ours", "ours"}
	if err != nil || !slices.Equal(calls, want) || len(times.Runs) != 3 || gnarkTimes == nil ||
		len(gnarkTimes.Runs) != 1 {
		t.Errorf("%v: %v, %v, %v", calls, times, gnarkTimes, err)
	}
	if _, gnarkTimes, err = InTurn(t.Context(), 1, 0, ours, nil); err != nil || gnarkTimes != nil {
		t.Errorf("without gnark: %v, %v", gnarkTimes, err)
	}
	if _, _, err = InTurn(t.Context(), 1, 1, ours, run("", failure)); !errors.Is(err, failure) {
		t.Errorf("gnark's failed: %v", err)
	}
	if _, _, err = InTurn(t.Context(), 1, 1, run("", failure), nil); !errors.Is(err, failure) {
		t.Errorf("ours failed: %v", err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err = InTurn(stopped, 1, 1, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
