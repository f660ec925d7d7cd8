//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// What the caller does for a conveyor: see there.

// advance queues the copies of pieces before number `end` that may be queued, and finds out which copies are over, if that is of
// interest. It says whether anything came of it.
func (c *conveyor) advance(end int) (moved bool, err error) {
	if c.due(end) == none && (c.starving.Load() == 0 || len(c.flying) == 0) {
		return false, nil
	}
	err = c.context.Do(func(t *driver.Thread) (err error) {
		moved, err = c.dispatch(t, end)
		return err
	})
	return moved, err
}

func (c *conveyor) dispatch(t *driver.Thread, end int) (moved bool, err error) {
	for i := c.due(end); i != none; i = c.due(end) {
		if err := c.queue(t, i); err != nil {
			return moved, err
		}
		moved = true
	}
	for len(c.flying) > 0 && c.starving.Load() > 0 {
		over, err := t.Done(c.flying[0].over)
		if !over || err != nil {
			return moved, err
		}
		c.flying[0].flying.Store(false)
		c.flying, moved = c.flying[1:], true
	}
	return moved, nil
}

// due returns a piece before number `end` whose copy may be queued, or none.
func (c *conveyor) due(end int) int {
	if c.queued >= end || c.failed() != nil {
		return none
	}
	shipment := c.shipmentOf(c.queued)
	if shipment >= c.open {
		return none
	}
	for i := c.queued; i < min(c.ends[shipment], end, int(c.next.Load())); i++ {
		if c.states[i].Load() == ready {
			return i
		}
	}
	return none
}

func (c *conveyor) shipmentOf(piece int) int {
	shipment, _ := slices.BinarySearch(c.ends, piece+1)
	return shipment
}

// queue queues the copy of piece i, and what goes ahead of the first and behind the last of its shipment.
func (c *conveyor) queue(t *driver.Thread, i int) error {
	shipment := c.shipmentOf(i)
	s := &c.shipments[shipment]
	if s.before != nil {
		if err := s.before(t); err != nil {
			return err
		}
		s.before = nil
	}
	if err := c.copy(t, &c.pieces[i]); err != nil {
		return err
	}
	c.states[i].Store(queued)
	for c.queued < c.ends[shipment] && c.states[c.queued].Load() == queued {
		c.queued++
	}
	if c.queued == c.ends[shipment] && s.after != nil {
		return s.after(t)
	}
	return nil
}

// copy queues the copy of a piece.
func (c *conveyor) copy(t *driver.Thread, p *piece) (err error) {
	if c.down {
		err = t.CopyOut(p.slot.buffer[:len(p.host)], p.device, c.stream)
	} else {
		err = t.CopyIn(p.device, p.slot.buffer[:len(p.host)], c.stream)
	}
	if err != nil {
		return err
	}
	p.slot.flying.Store(true)
	c.flying = append(c.flying, p.slot)
	return t.Record(p.slot.over, c.stream)
}
