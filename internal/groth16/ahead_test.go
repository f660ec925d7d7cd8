package groth16

import (
	"errors"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// sendAhead has a proof's wires sent in three parts. The function unlocks their pages.
func sendAhead[E any](proof *Proof[E], ahead *session.Ahead[E]) (unpin func()) {
	unpin = ahead.Begin(proof.values, false)
	for _, known := range []int{1, 20, len(proof.values)} {
		ahead.Known(min(known, len(proof.values)))
		time.Sleep(time.Millisecond)
	}
	proof.After(ahead)
	if unpin == nil {
		return func() {}
	}
	return unpin
}

// testWiresAhead: wires that were sent while they were computed are those of all sums.
func (o *over[P1, P2, E, S]) testWiresAhead(t *testing.T) {
	const n = 50
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	k, selections := o.loadKey(t, e, n+1), testSelections(n)
	wires := o.wires(e, n, selections)
	for seed := range uint64(2) {
		proof, err := wires.Proof(o.elements(n, seed))
		if err != nil {
			t.Fatal(err)
		}
		ahead := session.NewAhead[E](t.Context(), o.field(e))
		unpin := sendAhead(proof, ahead)
		if err := proof.Send(); err != nil {
			t.Fatal(err)
		}
		if proof.session == nil || proof.session.Begun() == false {
			t.Error("the session of the values has none of them")
		}
		o.checkSums(t, k, proof, selections)
		if err := errors.Join(proof.Close(), ahead.Close()); err != nil {
			t.Error(err)
		}
		unpin()
	}
	s := e.Statistics()
	if s.BytesUp != o.field(e).Bytes(2*n) || s.DeviceComputations != 4 || s.CPUComputations != 0 {
		t.Errorf("%+v", s)
	}
	if err := errors.Join(wires.Close(), k.close()); err != nil {
		t.Error(err)
	}
}

func TestWiresAhead(t *testing.T) { onbn254.testWiresAhead(t) }

// TestNotAhead: values that were not sent ahead, for whatever reason, are sent in their turn.
func TestNotAhead(t *testing.T) {
	const n = 50
	o := &onbn254
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	k, selections := o.loadKey(t, e, n+1), testSelections(n)
	wires := o.wires(e, n, selections)
	for _, c := range []struct {
		name  string
		begin func(a, other *session.Ahead[frbn254], values []frbn254)
	}{
		{"not begun", func(a, other *session.Ahead[frbn254], values []frbn254) {}},
		{"of another solution", func(a, other *session.Ahead[frbn254], values []frbn254) {
			a.Begin(o.elements(n, 7), true)
			a.Known(n)
		}},
		{"that are not all known", func(a, other *session.Ahead[frbn254], values []frbn254) {
			a.Begin(values, true)
			a.Known(n - 1)
		}},
		{"behind another proof", func(a, other *session.Ahead[frbn254], values []frbn254) {
			other.Begin(o.elements(n, 7), true)
			other.Known(n)
			time.Sleep(time.Millisecond)
			a.Begin(values, true)
			a.Known(n)
		}},
	} {
		proof, err := wires.Proof(o.elements(n, 5))
		if err != nil {
			t.Fatal(err)
		}
		a := session.NewAhead[frbn254](t.Context(), o.field(e))
		other := session.NewAhead[frbn254](t.Context(), o.field(e))
		before := e.Statistics().BytesUp
		if c.begin(a, other, proof.values); proof.After(a).Send() != nil {
			t.Error(c.name)
		}
		if up := e.Statistics().BytesUp - before; up < o.field(e).Bytes(n) {
			t.Errorf("values %s: %d bytes were sent", c.name, up)
		}
		o.checkSums(t, k, proof, selections)
		if err := errors.Join(proof.Close(), a.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(wires.Close(), k.close()); err != nil {
		t.Error(err)
	}
}

// TestAheadOfAClosedEngine: an engine closes while a solver runs, and waits for nobody.
func TestAheadOfAClosedEngine(t *testing.T) {
	const n = 50
	o := &onbn254
	e := devicetest.Open(t, accel.WithStrict())
	values := o.elements(n, 0)
	a := session.NewAhead[frbn254](t.Context(), o.field(e))
	unpin := a.Begin(values, false)
	a.Known(1)
	time.Sleep(time.Millisecond)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	a.Known(n)
	if _, _, err := a.Sent(o.field(e), values); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("err = %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	unpin()
}
