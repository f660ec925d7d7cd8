package worker

import (
	"context"
	"testing"
	"time"
)

// taken tells whether a job can be taken at once, and returns its place.
func taken(t *testing.T, s *slots) (*hold, bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	place := s.take(ctx)
	return place, place != nil
}

// TestSlotsOfLongProofs takes no job that would wait for a slot.
func TestSlotsOfLongProofs(t *testing.T) {
	s := newSlots(1)
	first, ok := taken(t, s)
	if !ok {
		t.Fatal("a free slot was not taken")
	}
	if _, ok := taken(t, s); ok {
		t.Error("a job was taken before it is known how long proofs take")
	}
	first.proved(2 * brisk)
	second, ok := taken(t, s) // while the first stores its proof
	if !ok {
		t.Fatal("the slot of a job that is proved was not taken")
	}
	if _, ok := taken(t, s); ok {
		t.Error("a job was taken beside a long proof")
	}
	first.leave()
	second.leave()
	second.leave() // again
	if len(s.taken)+len(s.proving) != 0 {
		t.Errorf("%d places and %d slots are not given back", len(s.taken), len(s.proving))
	}
}

// TestSlotsOfBriskProofs takes as many jobs ahead as there are slots, which wait for one.
func TestSlotsOfBriskProofs(t *testing.T) {
	s := newSlots(2)
	s.brisk.Store(true)
	var places []*hold
	for {
		place, ok := taken(t, s)
		if !ok {
			break
		}
		places = append(places, place)
	}
	if len(places) != 4 {
		t.Fatalf("%d jobs were taken", len(places))
	}
	for i, place := range places {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := place.enter(ctx); (err == nil) != (i < 2) {
			t.Errorf("job %d: %v", i, err)
		}
		cancel()
	}
	places[0].proved(brisk / 2)
	if err := places[2].enter(t.Context()); err != nil {
		t.Error(err)
	}
	for _, place := range places {
		place.leave()
	}
	if len(s.taken)+len(s.proving) != 0 {
		t.Errorf("%d places and %d slots are not given back", len(s.taken), len(s.proving))
	}
}
