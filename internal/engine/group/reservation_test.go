package group

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// copyOf is a copy on some device.
type copyOf struct{ number int }

func (copyOf) Close() error { return nil }

// TestReserve spreads tasks over two devices before they begin, and moves one to a device that has
// become idle.
func TestReserve(t *testing.T) {
	open := func() *engine.Engine { return nil }
	set := &Set{devices: []*Device{{open: open}, {open: open}}}
	copies := 0
	c := NewCopies(set, 10, func(*engine.Engine) (copyOf, error) {
		copies++
		return copyOf{copies}, nil
	})
	key, err := NewKey(c, func() (*Team[copyOf], error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	reserve := func(want int) *Reservation[copyOf] {
		t.Helper()
		r, err := key.Reserve(false)
		if err != nil || len(r.At.Members) != 1 || r.At.Members[0].number != want {
			t.Fatalf("%+v, %v, expected copy %d", r, err, want)
		}
		return r
	}
	first, second, third := reserve(1), reserve(2), reserve(1)
	use := func(r *Reservation[copyOf], want int) {
		t.Helper()
		r.Begin()
		if n := r.At.Members[0].number; len(r.At.Members) != 1 || n != want {
			t.Errorf("on copy %d, expected %d", n, want)
		}
		if again, err := r.Again(nil); again || err != nil {
			t.Error(again, err)
		}
	}
	use(third, 1) // the other device has work
	second.End()
	use(third, 2) // it is idle
	use(third, 2) // neither device has other tasks
	use(first, 1)
	for _, r := range []*Reservation[copyOf]{first, second, third, third, nil} {
		r.End()
	}
	for i, d := range set.devices {
		if n := d.queued.Load(); n != 0 {
			t.Errorf("device %d counts %d points", i, n)
		}
	}
}

// TestReserveOfMany has one task of a few take the team, and each of many a copy, unless the team
// does all.
func TestReserveOfMany(t *testing.T) {
	for placement, want := range map[Placement][2]int{Auto: {2, 1}, Spread: {2, 2}} {
		open := func() *engine.Engine { return nil }
		set := &Set{devices: []*Device{{open: open}, {open: open}}, placement: placement}
		c := NewCopies(set, 10, func(*engine.Engine) (copyOf, error) { return copyOf{}, nil })
		team := &Team[copyOf]{Layout: &Layout{Fits: true}, Members: make([]copyOf, 2), set: set}
		key, err := NewKey(c, func() (*Team[copyOf], error) { return team, nil })
		if err != nil {
			t.Fatal(err)
		}
		for i, many := range []bool{false, true} {
			r, err := key.Reserve(many)
			if err != nil || len(r.At.Members) != want[i] {
				t.Fatalf("placement %v, many %t: %+v, %v", placement, many, r, err)
			}
			r.End()
		}
	}
}
