package devices

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// copyOf is a copy on some device.
type copyOf struct{ number int }

func (copyOf) Close() error { return nil }

// TestReserve spreads tasks over two devices before they begin, and moves one to a device that has
// become idle.
func TestReserve(t *testing.T) {
	open := func() *session.Engine { return nil }
	set := &Set{devices: []*Device{{open: open}, {open: open}}}
	copies := 0
	c := NewCopies(set, 10, func(*session.Engine) (copyOf, error) {
		copies++
		return copyOf{copies}, nil
	})
	reserve := func(want int) *Reservation[copyOf] {
		t.Helper()
		r, err := Reserve(nil, c)
		if err != nil || r.Team != nil || r.Copy.number != want {
			t.Fatalf("%+v, %v, expected copy %d", r, err, want)
		}
		return r
	}
	first, second, third := reserve(1), reserve(2), reserve(1)
	if third.Move() {
		t.Error("moved to a device with work")
	}
	second.End()
	if !third.Move() || third.Copy.number != 2 {
		t.Errorf("on copy %d, expected the idle one", third.Copy.number)
	}
	if third.Move() || first.Move() {
		t.Error("moved from a device without other tasks")
	}
	for _, r := range []*Reservation[copyOf]{first, second, third, third, nil} {
		r.End()
	}
	for i, d := range set.devices {
		if n := d.queued.Load(); n != 0 {
			t.Errorf("device %d counts %d points", i, n)
		}
	}
}
