package cuda

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// wantLeft checks what is left for bases and for vectors, and what lanes may count on.
func wantLeft(t *testing.T, b *budget, bases, vectors, lanes uint64) {
	t.Helper()
	if b.left(ofBases) != bases || b.left(ofVectors) != vectors || b.forLanes() != lanes {
		t.Errorf("%d left for bases, %d for vectors, %d for lanes; expected %d, %d, %d",
			b.left(ofBases), b.left(ofVectors), b.forLanes(), bases, vectors, lanes)
	}
}

func TestBudget(t *testing.T) {
	b := &budget{limit: 1000}
	wantLeft(t, b, 750, 750, 250)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(b.spare(400))
	wantLeft(t, b, 600, 600, 400)
	must(b.reserve(200))
	wantLeft(t, b, 400, 600, 400)
	must(b.take(ofVectors, 150)) // within the room that is kept for them
	wantLeft(t, b, 400, 450, 400)
	must(b.take(ofVectors, 250)) // and beyond it
	wantLeft(t, b, 200, 200, 400)
	must(b.take(ofBases, 200))
	wantLeft(t, b, 0, 0, 400)
	if b.share() != 200 {
		t.Errorf("lanes may have %d each", b.share())
	}
	b.give(ofVectors, 400)
	wantLeft(t, b, 200, 400, 400)
	for what, err := range map[string]error{
		"bases": b.take(ofBases, 201), "vectors": b.take(ofVectors, 401), "lanes": b.spare(601), "room": b.reserve(401),
	} {
		if !errors.Is(err, driver.ErrOutOfMemory) {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantLeft(t, b, 200, 400, 400) // failures change nothing
	must(b.spare(300))            // less than promised before
	must(b.reserve(100))
	wantLeft(t, b, 200, 400, 400)
}

// Room that is promised when bases have all but the lanes' quarter comes out of that: lanes keep what they cannot do without.
func TestBudgetRoomForVectorsAfterBases(t *testing.T) {
	b := &budget{limit: 1000}
	if err := errors.Join(b.take(ofBases, 750), b.spare(100), b.reserve(120)); err != nil {
		t.Fatal(err)
	}
	wantLeft(t, b, 0, 120, 250)
	if err := b.take(ofVectors, 120); err != nil {
		t.Error(err)
	}
	wantLeft(t, b, 0, 0, 250)
	if err := b.reserve(151); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("more than lanes can do without: %v", err)
	}
}

// Whoever comes first, lanes and others do not take the same memory.
func TestBudgetClaims(t *testing.T) {
	b := &budget{limit: 1000}
	want := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	want("nothing", b.crowded(), false)
	want("its share", b.claim(0, 500), true)
	want("more than its share", b.claim(1, 501), false)
	want("shares", b.crowded(), false)
	if err := b.take(ofVectors, 100); err != nil {
		t.Fatal(err)
	}
	want("a lane with more than its share", b.crowded(), true)
	want("what the lane has", b.claim(0, 500), true)
	want("more than what is left", b.claim(1, 451), false)
	b.holds(0, 0)
	want("a lane that gave it back", b.crowded(), false)
	want("what it had", b.claim(0, 500), false)
	want("its new share", b.claim(0, 450), true)
}
