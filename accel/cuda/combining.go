//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"runtime"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// How copiers use the driver, one at a time; conveyor tells why.

const (
	askFor   = 500 * time.Microsecond // to be woken takes up to a tenth of a millisecond, in a virtual machine
	askEvery = 2 * time.Microsecond
)

// until waits until that is so, which takes other copiers some microseconds.
func (c *conveyor) until(w *copier, so func() bool) error {
	for !so() {
		if err := c.failed(); err != nil {
			return err
		}
		c.advance(w)
		runtime.Gosched()
	}
	return nil
}

// advance queues the copies of the copier's pieces, and of others' before its end, that are ready, unless another copier uses the
// driver, who calls it next.
func (c *conveyor) advance(w *copier) {
	for c.due(w.end) != none && c.taken.CompareAndSwap(false, true) {
		err := c.context.Do(func(t *driver.Thread) error { return c.queue(t, w.end) })
		if err != nil {
			c.fail(err)
		}
		c.taken.Store(false)
	}
}

// due returns a piece before number `end` whose copy may be queued, or none.
func (c *conveyor) due(end int) int {
	first := c.queued.Load()
	if first >= int64(end) || c.failed() != nil {
		return none
	}
	shipment := c.shipmentOf(int(first))
	if int64(shipment) >= c.open.Load() {
		return none
	}
	for i := int(first); i < min(c.ends[shipment], end, int(c.next.Load())); i++ {
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

// queue queues copies as long as any is due, and what goes with the first and the last of a shipment.
func (c *conveyor) queue(t *driver.Thread, end int) error {
	for i := c.due(end); i != none; i = c.due(end) {
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
		first := int(c.queued.Load())
		for first < c.ends[shipment] && c.states[first].Load() == queued {
			first++
		}
		if first == c.ends[shipment] && s.after != nil {
			if err := s.after(t); err != nil {
				return err
			}
		}
		c.queued.Store(int64(first))
	}
	return nil
}

// copy queues the copy of a piece.
func (c *conveyor) copy(t *driver.Thread, p *piece) (err error) {
	if c.down {
		err = t.CopyOut(p.slot.bytes(len(p.host)), p.device, c.stream)
	} else {
		err = t.CopyIn(p.device, p.slot.bytes(len(p.host)), c.stream)
	}
	if err != nil {
		return err
	}
	p.slot.used = true
	return t.Record(p.slot.over, c.stream)
}

// ask asks the device whether an event has happened, unless a copier just did or uses the driver.
func (c *conveyor) ask(e driver.Event) (happened bool, err error) {
	now, last := int64(time.Since(c.begun)), c.asked.Load()
	if now < last+int64(askEvery) || !c.asked.CompareAndSwap(last, now) || !c.taken.CompareAndSwap(false, true) {
		return false, nil
	}
	defer c.taken.Store(false)
	err = c.context.Do(func(t *driver.Thread) (err error) {
		happened, err = t.Done(e)
		return err
	})
	return happened, err
}

// alone runs f while no copier uses the driver.
func (c *conveyor) alone(f func(t *driver.Thread) error) error {
	for !c.taken.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
	defer c.taken.Store(false)
	return c.context.Do(f)
}
