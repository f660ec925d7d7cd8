package session

import (
	"errors"
	"math"
	"testing"
)

// TestZeroEngine: an engine that was not opened computes on the CPU, and panics nowhere.
func TestZeroEngine(t *testing.T) {
	e := new(Engine)
	if err := e.Unavailable(); !errors.Is(err, ErrClosed) {
		t.Errorf("unavailable for %v", err)
	}
	if e.Devices() != nil || e.Statistics() != (Statistics{}) || e.Strict() {
		t.Error("a device, or something counted")
	}
	err := e.MultiExp(&testGroup, points(10), scalars(10), accepted)
	if !errors.Is(err, ErrOnCPU) {
		t.Errorf("a sum: %v", err)
	}
	b, err := e.Load(&testGroup, points(10), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Warm(10, 1, HostScalars); err != nil {
		t.Error(err)
	}
	if _, err := e.Busy(); !errors.Is(err, ErrClosed) {
		t.Errorf("busy: %v", err)
	}
	if err := errors.Join(e.Renew(), b.Close(), e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
}

// TestWarmHostileCounts asks for room for numbers of sums and scalars that there cannot be.
func TestWarmHostileCounts(t *testing.T) {
	e, backend, _ := open(false)
	b, err := e.Load(&testGroup, points(40), 0)
	if err != nil {
		t.Fatal(err)
	}
	before := backend.calls
	for _, count := range [][2]int{
		{40, 1 << 60}, {40, math.MaxInt}, {40, 1 << 30}, {40, -1}, {40, math.MinInt}, {-1, 1},
		{math.MinInt, 1}, {1 << 60, 1}, {41, 1}, {math.MaxInt, math.MaxInt},
	} {
		if err := b.Warm(count[0], count[1], HostScalars); !errors.Is(err, ErrRange) {
			t.Errorf("%d sums of %d scalars: %v", count[1], count[0], err)
		}
	}
	if backend.calls != before {
		t.Error("the device was asked")
	}
	if err := b.Warm(40, 3, HostScalars); err != nil {
		t.Error(err)
	}
}
