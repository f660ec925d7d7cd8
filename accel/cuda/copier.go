//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"runtime"
	"time"
)

// copier is one of those who copy. Its slots serve in turn.
type copier struct {
	slots []slot
	holds []int // the piece that each slot holds, or none
	turn  int
	end   int // of the pieces that it copies and queues: the caller has other work behind them
}

const none = -1

// work copies pieces that nobody has taken.
func (c *conveyor) work(w *copier) {
	for i := c.take(w); i != none; i = c.take(w) {
		if err := c.load(w, i); err != nil {
			c.fail(err)
			return
		}
		c.advance(w)
	}
}

// leave ends a copier's work: it copies out, or clears, what its slots hold.
func (c *conveyor) leave(w *copier) {
	if !c.down && !c.clears {
		return
	}
	for range w.slots {
		if err := c.vacate(w); err != nil {
			c.fail(err)
			return
		}
		if c.clears {
			w.slots[w.turn%len(w.slots)].wipe()
		}
		w.turn++
	}
}

// take takes the copier's next piece, if there is one.
func (c *conveyor) take(w *copier) (piece int) {
	for c.failed() == nil {
		i := c.next.Load()
		if i >= int64(w.end) {
			break
		}
		if c.next.CompareAndSwap(i, i+1) {
			return int(i)
		}
	}
	return none
}

// load gives piece i a slot, and fills it on the way up.
func (c *conveyor) load(w *copier, i int) error {
	if err := c.vacate(w); err != nil {
		return err
	}
	turn, p := w.turn%len(w.slots), &c.pieces[i]
	w.turn++
	w.holds[turn], p.slot = i, &w.slots[turn]
	if err := p.slot.prepare(c.context); err != nil {
		return err
	}
	p.slot.dirty = max(p.slot.dirty, len(p.host))
	if !c.down {
		copy(p.slot.bytes(len(p.host)), p.host)
	}
	c.states[i].Store(ready)
	return nil
}

// vacate waits until the copier's next slot is of no more use to the piece that it holds, which on the way down is copied out.
func (c *conveyor) vacate(w *copier) error {
	turn := w.turn % len(w.slots)
	slot, held := &w.slots[turn], w.holds[turn]
	if held != none {
		if err := c.until(w, func() bool { return c.states[held].Load() == queued }); err != nil {
			return err
		}
	}
	if err := c.settle(w, slot); err != nil {
		return err
	}
	if c.down && held != none {
		copy(c.pieces[held].host, slot.bytes(len(c.pieces[held].host)))
	}
	w.holds[turn] = none
	return nil
}

// settle waits until the last copy of a slot is over. Copiers ask the device in turn, and sleep when it takes long.
func (c *conveyor) settle(w *copier, s *slot) error {
	if !s.used {
		return nil
	}
	for start := time.Now(); time.Since(start) < askFor; {
		over, err := c.ask(s.over)
		c.advance(w)
		if over || err != nil {
			return err
		}
		runtime.Gosched()
	}
	return c.context.Sleep(s.over)
}
