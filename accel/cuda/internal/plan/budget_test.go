package plan

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// wantLeft checks what is left for bases and for vectors, and what lanes may count on.
func wantLeft(t *testing.T, b *Budget, bases, vectors, lanes uint64) {
	t.Helper()
	a := b.Now()
	if a.Left(ForBases) != bases || a.Left(ForVectors) != vectors || a.ScratchFloor() != lanes {
		t.Errorf("%d left for bases, %d for vectors, %d for lanes; expected %d, %d, %d",
			a.Left(ForBases), a.Left(ForVectors), a.ScratchFloor(), bases, vectors, lanes)
	}
}

func TestBudget(t *testing.T) {
	b := &Budget{Limit: 1000}
	wantLeft(t, b, 750, 750, 250)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(b.ReserveScratch(400))
	wantLeft(t, b, 600, 600, 400)
	must(b.Reserve(200))
	wantLeft(t, b, 400, 600, 400)
	must(b.Take(ForVectors, 150)) // within the room that is kept for them
	wantLeft(t, b, 400, 450, 400)
	must(b.Take(ForVectors, 250)) // and beyond it
	wantLeft(t, b, 200, 200, 400)
	must(b.Take(ForBases, 200))
	wantLeft(t, b, 0, 0, 400)
	if b.Now().SlotShare() != 200 {
		t.Errorf("lanes may have %d each", b.Now().SlotShare())
	}
	b.Give(ForVectors, 400)
	wantLeft(t, b, 200, 400, 400)
	for what, err := range map[string]error{
		"bases": b.Take(ForBases, 201), "vectors": b.Take(ForVectors, 401),
		"lanes": b.ReserveScratch(601), "room": b.Reserve(401),
	} {
		if !errors.Is(err, driver.ErrOutOfMemory) {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantLeft(t, b, 200, 400, 400) // failures change nothing
	must(b.ReserveScratch(300))   // less than promised before
	must(b.Reserve(100))
	wantLeft(t, b, 200, 400, 400)
}

// Room can be promised when bases have all but the quarter of the slots. It comes out of that
// quarter, and slots keep the least that they need.
func TestBudgetRoomForVectorsAfterBases(t *testing.T) {
	b := &Budget{Limit: 1000}
	err := errors.Join(b.Take(ForBases, 750), b.ReserveScratch(100), b.Reserve(120))
	if err != nil {
		t.Fatal(err)
	}
	wantLeft(t, b, 0, 120, 250)
	if err := b.Take(ForVectors, 120); err != nil {
		t.Error(err)
	}
	wantLeft(t, b, 0, 0, 250)
	if err := b.Reserve(151); !errors.Is(err, driver.ErrOutOfMemory) {
		t.Errorf("more than lanes can do without: %v", err)
	}
}

// Whoever comes first, lanes and others do not take the same memory.
func TestBudgetClaims(t *testing.T) {
	b := &Budget{Limit: 1000}
	want := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	want("nothing", b.Now().Crowded(), false)
	want("its share", b.Claim(0, 500), true)
	want("more than its share", b.Claim(1, 501), false)
	want("shares", b.Now().Crowded(), false)
	if err := b.Take(ForVectors, 100); err != nil {
		t.Fatal(err)
	}
	want("a lane with more than its share", b.Now().Crowded(), true)
	want("what the lane has", b.Claim(0, 500), true)
	want("more than what is left", b.Claim(1, 451), false)
	b.SetSlot(0, 0)
	want("a lane that gave it back", b.Now().Crowded(), false)
	want("what it had", b.Claim(0, 500), false)
	want("its new share", b.Claim(0, 450), true)
}
