package worker

import (
	"context"
	"testing"
	"time"
)

// takes fails unless as many jobs can be taken at once, of up to eight. It returns their places.
func (s *slots) takes(t *testing.T, want int) (places []*hold) {
	t.Helper()
	for len(places) < 8 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		place := s.take(ctx)
		cancel()
		if place == nil {
			break
		}
		places = append(places, place)
	}
	if len(places) != want {
		t.Fatalf("%d jobs were taken, not %d", len(places), want)
	}
	return places
}

// leaves ends jobs, and checks that no job has a place or a slot.
func (s *slots) leaves(t *testing.T, places ...*hold) {
	t.Helper()
	for _, place := range places {
		place.leave()
		place.leave() // again
	}
	if len(s.taken) != 0 || !s.proving.TryAcquire(s.n) {
		t.Errorf("%d places are not given back, or slots", len(s.taken))
	}
}

// TestOneSlot proves one job at once, also where it takes long.
func TestOneSlot(t *testing.T) {
	s := newSlots(1)
	s.leaves(t, s.takes(t, 1)...)
}

// TestSlotsOfLongProofs takes no job that would wait for its two slots.
func TestSlotsOfLongProofs(t *testing.T) {
	s := newSlots(2)
	first := s.takes(t, 1)[0] // before it is known how long proofs take
	first.proved(2 * brisk)
	second := s.takes(t, 1)[0] // while the first stores its proof
	s.leaves(t, first, second)
}

// TestSlotsOfBriskProofs takes as many jobs ahead as there are slots, which wait for one.
func TestSlotsOfBriskProofs(t *testing.T) {
	s := newSlots(2)
	s.brisk.Store(true)
	places := s.takes(t, 4)
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
	s.leaves(t, places...)
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
	s.leaves(t, places...)
}
