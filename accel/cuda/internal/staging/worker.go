package staging

// worker is a worker's part in one transfer. Its buffers serve in turn.
type worker struct {
	buffers []buffer
	holds   []int // the piece that each buffer holds, or none
	turn    int
	submits bool // the worker is the submitting goroutine
}

// work copies pieces until all have been taken.
func (x *Transfer) work(w *worker) {
	for x.failed() == nil && x.next.Load() < int64(len(x.pieces)) {
		if err := x.carry(w); err != nil {
			_ = x.fail(err)
		}
	}
}

// carry takes the next piece, if any is left, and gives it a buffer. On the way up it fills the
// buffer.
func (x *Transfer) carry(w *worker) error {
	i := int(x.next.Add(1)) - 1
	if i >= len(x.pieces) {
		return nil
	}
	if err := x.vacate(w); err != nil {
		return err
	}
	turn, p := w.turn%len(w.buffers), &x.pieces[i]
	w.turn++
	w.holds[turn], p.buffer = i, &w.buffers[turn]
	p.buffer.dirty = max(p.buffer.dirty, len(p.Host))
	if !x.down {
		copy(p.buffer.memory[:len(p.Host)], p.Host)
	}
	x.states[i].Store(ready)
	return nil
}

// vacate waits until the worker's next buffer is free. On the way down it copies its content out.
func (x *Transfer) vacate(w *worker) error {
	turn := w.turn % len(w.buffers)
	b, held := &w.buffers[turn], w.holds[turn]
	err := x.until(w, func() bool {
		return (held == none || x.states[held].Load() == queued) && !b.inFlight.Load()
	})
	if err != nil {
		return err
	}
	if x.down && held != none {
		copy(x.pieces[held].Host, b.memory[:len(x.pieces[held].Host)])
	}
	w.holds[turn] = none
	return nil
}

// leave ends a worker's part: it copies out, or clears, the content of its buffers.
func (x *Transfer) leave(w *worker) {
	if !x.down && !x.Clear {
		return
	}
	for range w.buffers {
		if err := x.vacate(w); err != nil {
			_ = x.fail(err)
			return
		}
		if x.Clear {
			w.buffers[w.turn%len(w.buffers)].wipe()
		}
		w.turn++
	}
}

// until waits until the condition holds, or the transfer has failed.
func (x *Transfer) until(w *worker, condition func() bool) error {
	if condition() {
		return x.failed()
	}
	x.starving.Add(1)
	defer x.starving.Add(-1)
	for idle := (idler{}); !condition(); idle.wait() {
		if err := x.failed(); err != nil {
			return err
		}
		if w.submits {
			if _, err := x.advance(len(x.pieces)); err != nil {
				return err
			}
		}
	}
	return nil
}
