package groth16

import (
	"errors"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func follower(t *testing.T, e *accel.Engine) *engine.Follower[fr.Element] {
	return engine.NewFollower[fr.Element](t.Context(), []*engine.Field{fieldOf(e)}, nil)
}

// sendAhead has a proof's wires sent in three parts. The function unlocks their pages.
func sendAhead(proof *Proof[fr.Element], ahead *engine.Follower[fr.Element]) (unpin func()) {
	unpin, _ = ahead.Begin(proof.values, false)
	for _, known := range []int{1, 20, len(proof.values)} {
		ahead.Known(min(known, len(proof.values)))
		time.Sleep(time.Millisecond)
	}
	if unpin == nil {
		return func() {}
	}
	return unpin
}

// TestWiresAhead: wires that were sent while they were computed are those of all sums.
func TestWiresAhead(t *testing.T) {
	devicetest.LocksPages(t)
	const n = 50
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	k, selections := loadKey(t, e, n+1), testSelections(n)
	wires := newWires(e, n, selections)
	for seed := range uint64(2) {
		proof, err := wires.Proof(elements(n, seed))
		if err != nil {
			t.Fatal(err)
		}
		ahead := follower(t, e)
		unpin := sendAhead(proof, ahead)
		proof.ahead = ahead.On(fieldOf(e))
		if err := proof.Send(); err != nil {
			t.Fatal(err)
		}
		if proof.session == nil || proof.session.Begun() == false {
			t.Error("the session of the values has none of them")
		}
		checkSums(t, k, proof, selections)
		if err := errors.Join(proof.Close(), ahead.Close()); err != nil {
			t.Error(err)
		}
		unpin()
	}
	s := e.Statistics()
	if s.BytesUp != fieldOf(e).Bytes(2*n) || s.DeviceComputations != 4 || s.CPUComputations != 0 {
		t.Errorf("%+v", s)
	}
	if err := errors.Join(wires.Close(), k.close()); err != nil {
		t.Error(err)
	}
}

// TestPagesAreLockedLater: pages that were not locked, since another proof was being sent, are
// locked for a later proof, until their engine is closed.
func TestPagesAreLockedLater(t *testing.T) {
	devicetest.LocksPages(t)
	const n = 50
	e := devicetest.Open(t, accel.WithStrict())
	values := elements(n, 5)
	other, late := follower(t, e), follower(t, e)
	if _, locked := other.Begin(elements(n, 7), false); locked() {
		t.Error("locked before anything is sent")
	}
	other.Known(n)
	time.Sleep(10 * time.Millisecond)
	_, locked := late.Begin(values, false)
	if err := errors.Join(late.Close(), other.Close()); err != nil {
		t.Error(err)
	}
	if locked() {
		t.Error("locked behind another proof")
	}
	later := follower(t, e)
	_, locked = later.Begin(values, false)
	later.Known(n)
	for tries := 0; !locked(); tries++ {
		if tries == 10_000 {
			t.Fatal("not locked later")
		}
		time.Sleep(time.Millisecond)
	}
	if err := errors.Join(later.Close(), e.Close()); err != nil || locked() {
		t.Errorf("closed: %v, locked: %v", err, locked())
	}
}

// TestNotAhead: values that were not sent ahead, for whatever reason, are sent in their turn.
func TestNotAhead(t *testing.T) {
	const n = 50
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	k, selections := loadKey(t, e, n+1), testSelections(n)
	wires := newWires(e, n, selections)
	for _, c := range []struct {
		name  string
		begin func(a, other *engine.Follower[fr.Element], values []fr.Element)
	}{
		{"not begun", func(a, other *engine.Follower[fr.Element], values []fr.Element) {}},
		{"of another solution", func(a, other *engine.Follower[fr.Element], values []fr.Element) {
			a.Begin(elements(n, 7), true)
			a.Known(n)
		}},
		{"not all known", func(a, other *engine.Follower[fr.Element], values []fr.Element) {
			a.Begin(values, true)
			a.Known(n - 1)
		}},
		{"behind another proof", func(a, other *engine.Follower[fr.Element], values []fr.Element) {
			other.Begin(elements(n, 7), true)
			other.Known(n)
			time.Sleep(time.Millisecond)
			a.Begin(values, true)
			a.Known(n)
		}},
	} {
		proof, err := wires.Proof(elements(n, 5))
		if err != nil {
			t.Fatal(err)
		}
		a := follower(t, e)
		other := follower(t, e)
		before := e.Statistics().BytesUp
		c.begin(a, other, proof.values)
		if proof.ahead = a.On(fieldOf(e)); proof.Send() != nil {
			t.Error(c.name)
		}
		if up := e.Statistics().BytesUp - before; up < fieldOf(e).Bytes(n) {
			t.Errorf("values %s: %d bytes were sent", c.name, up)
		}
		checkSums(t, k, proof, selections)
		if err := errors.Join(proof.Close(), a.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(wires.Close(), k.close()); err != nil {
		t.Error(err)
	}
}
