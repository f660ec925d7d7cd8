package staging

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// This file is the submitting goroutine's half of a Transfer: it issues copies, and reaps finished
// copies.

// advance queues the copies that may be queued of the pieces before number end. If a worker waits
// for a buffer, it also finds out which copies have ended. It reports whether it did anything.
func (x *Transfer) advance(end int) (moved bool, err error) {
	if x.due(end) == none && (x.starving.Load() == 0 || len(x.flying) == 0) {
		return false, nil
	}
	err = x.Context.Do(func(t *driver.Thread) (err error) {
		moved, err = x.submit(t, end)
		return err
	})
	return moved, err
}

func (x *Transfer) submit(t *driver.Thread, end int) (moved bool, err error) {
	for i := x.due(end); i != none; i = x.due(end) {
		if err := x.queue(t, i); err != nil {
			return moved, err
		}
		moved = true
	}
	for len(x.flying) > 0 && x.starving.Load() > 0 {
		done, err := t.Done(x.flying[0].copied)
		if !done || err != nil {
			return moved, err
		}
		x.flying[0].inFlight.Store(false)
		x.flying, moved = x.flying[1:], true
	}
	return moved, nil
}

// due returns a piece before number end whose copy may be queued, or none.
func (x *Transfer) due(end int) int {
	if x.queued >= end || x.failed() != nil {
		return none
	}
	batch := x.batchOf(x.queued)
	if batch >= x.admitted {
		return none
	}
	for i := x.queued; i < min(x.ends[batch], end, int(x.next.Load())); i++ {
		if x.states[i].Load() == ready {
			return i
		}
	}
	return none
}

func (x *Transfer) batchOf(piece int) int {
	batch, _ := slices.BinarySearch(x.ends, piece+1)
	return batch
}

// queue queues the copy of piece i. The first piece of a batch has work before it, the last piece
// has work after it.
func (x *Transfer) queue(t *driver.Thread, i int) error {
	batch := x.batchOf(i)
	b, q := &x.Batches[batch], t.Queue(x.Stream)
	if b.Before != nil {
		b.Before(q)
		b.Before = nil
	}
	x.copy(q, &x.pieces[i])
	if q.Err() != nil {
		return q.Err()
	}
	x.states[i].Store(queued)
	for x.queued < x.ends[batch] && x.states[x.queued].Load() == queued {
		x.queued++
	}
	if x.queued == x.ends[batch] && b.After != nil {
		b.After(q)
	}
	return q.Err()
}

// copy queues the copy of a piece.
func (x *Transfer) copy(q *driver.Queue, p *piece) {
	if memory := p.buffer.memory[:len(p.Host)]; x.down {
		q.CopyOut(memory, p.Device)
	} else {
		q.CopyIn(p.Device, memory)
	}
	if q.Err() == nil {
		p.buffer.inFlight.Store(true)
		x.flying = append(x.flying, p.buffer)
	}
	q.Record(p.buffer.copied)
}
