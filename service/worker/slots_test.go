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

// checkGivenBack checks that no job has a place or a slot.
func checkGivenBack(t *testing.T, s *slots) {
	t.Helper()
	if len(s.taken) != 0 || !s.proving.TryAcquire(s.n) {
		t.Errorf("%d places are not given back, or slots", len(s.taken))
	}
}

// TestOneSlot proves one job at once, also where it takes long.
func TestOneSlot(t *testing.T) {
	s := newSlots(1)
	only, ok := taken(t, s)
	if !ok {
		t.Fatal("the slot was not taken")
	}
	if _, ok := taken(t, s); ok {
		t.Error("a second job was taken")
	}
	only.leave()
	checkGivenBack(t, s)
}

// TestSlotsOfLongProofs takes no job that would wait for its two slots.
func TestSlotsOfLongProofs(t *testing.T) {
	s := newSlots(2)
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
	checkGivenBack(t, s)
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
	checkGivenBack(t, s)
}

// TestPlacesTogether takes several jobs while proofs are brisk, and else one.
func TestPlacesTogether(t *testing.T) {
	s := newSlots(2)
	places := s.takeSome(t.Context(), 8)
	if len(places) != 1 {
		t.Errorf("%d jobs were taken before it is known how long proofs take", len(places))
	}
	places[0].proved(brisk / 2)
	places = append(places, s.takeSome(t.Context(), 2)...)
	places = append(places, s.takeSome(t.Context(), 8)...)
	if len(places) != 4 {
		t.Errorf("%d jobs were taken, expected four", len(places))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if more := s.takeSome(ctx, 8); more != nil {
		t.Errorf("%d jobs were taken without a place", len(more))
	}
	for _, place := range places {
		place.leave()
	}
	checkGivenBack(t, s)
}
