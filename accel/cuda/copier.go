//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"runtime"
	"time"
)

// copier is one of those who copy. Its slots serve in turn.
type copier struct {
	slots  []slot
	holds  []int // the piece that each slot holds, or none
	turn   int
	caller bool // who has other work as well
}

const none = -1

// work copies pieces until all have been taken.
func (c *conveyor) work(w *copier) {
	for c.failed() == nil && c.next.Load() < int64(len(c.pieces)) {
		if err := c.carry(w); err != nil {
			_ = c.fail(err)
		}
	}
}

// carry takes the next piece, if there is one, and gives it a slot, which it fills on the way up.
func (c *conveyor) carry(w *copier) error {
	i := int(c.next.Add(1)) - 1
	if i >= len(c.pieces) {
		return nil
	}
	if err := c.vacate(w); err != nil {
		return err
	}
	turn, p := w.turn%len(w.slots), &c.pieces[i]
	w.turn++
	w.holds[turn], p.slot = i, &w.slots[turn]
	p.slot.dirty = max(p.slot.dirty, len(p.host))
	if !c.down {
		copy(p.slot.buffer[:len(p.host)], p.host)
	}
	c.states[i].Store(ready)
	return nil
}

// vacate waits until the copier's next slot is of no more use to the piece that it holds, which on the way down is copied out.
func (c *conveyor) vacate(w *copier) error {
	turn := w.turn % len(w.slots)
	slot, held := &w.slots[turn], w.holds[turn]
	err := c.until(w, func() bool { return (held == none || c.states[held].Load() == queued) && !slot.flying.Load() })
	if err != nil {
		return err
	}
	if c.down && held != none {
		copy(c.pieces[held].host, slot.buffer[:len(c.pieces[held].host)])
	}
	w.holds[turn] = none
	return nil
}

// leave ends a copier's work: it copies out, or clears, what its slots hold.
func (c *conveyor) leave(w *copier) {
	if !c.down && !c.clears {
		return
	}
	for range w.slots {
		if err := c.vacate(w); err != nil {
			_ = c.fail(err)
			return
		}
		if c.clears {
			w.slots[w.turn%len(w.slots)].wipe()
		}
		w.turn++
	}
}

// until waits until that is so, or something failed.
func (c *conveyor) until(w *copier, so func() bool) error {
	if so() {
		return c.failed()
	}
	c.starving.Add(1)
	defer c.starving.Add(-1)
	for idle := (idler{}); !so(); idle.wait() {
		if err := c.failed(); err != nil {
			return err
		}
		if w.caller {
			if _, err := c.advance(len(c.pieces)); err != nil {
				return err
			}
		}
	}
	return nil
}

// idler passes some time between two looks at what another core is about to change. It rarely yields, as that takes the scheduler's
// lock and may end on another thread, and sleeps if it is a matter of milliseconds.
type idler struct{ waits int }

func (i *idler) wait() {
	const (
		spins   = 100  // some 50 ns, so that the other core is not robbed of the line at once
		yieldAt = 100  // waits, 5 µs
		sleepAt = 5000 // waits, some 0.5 ms
		nap     = 100 * time.Microsecond
	)
	i.waits++
	switch {
	case i.waits > sleepAt:
		time.Sleep(nap)
	case i.waits%yieldAt == 0:
		runtime.Gosched()
	default:
		for range spins {
		}
	}
}
