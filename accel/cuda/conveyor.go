//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// conveyor moves ordinary memory to the device, or from there, piece by piece through the slots of a stage, on one stream.
//
// Copiers take the pieces in their order, and each copies its piece to one of its slots, or out of it later. The caller queues the
// copies over the bus of the pieces that are ready, in any order within a shipment, so that nobody waits for a slow copier, and asks
// which of them are over. Nobody else uses the driver: it lets in one thread and has the others sleep, for longer than its work takes,
// and its calls take a tenth of the time where its data are in the core's cache. Copiers and caller tell each other by memory that
// they watch. Of little, the caller is the only copier.
type conveyor struct {
	context *driver.Context
	stream  driver.Stream
	down    bool // from the device
	clears  bool // slots, as soon as they are of no more use

	shipments []shipment
	ends      []int // number of the first piece behind each shipment
	pieces    []piece
	states    []atomic.Int32 // of the pieces
	copiers   []copier
	next      atomic.Int64 // first piece that no copier has taken

	// The caller's.
	queued int     // first piece whose copy is not queued
	open   int     // shipments that may be queued, the first ones
	flying []*slot // whose copies are queued, in order, and not known to be over

	starving atomic.Int32          // copiers that wait for a slot
	present  atomic.Int32          // copiers beside the caller that have not left
	failure  atomic.Pointer[error] // the first, nil as long as there is none
}

// part is a range of ordinary memory and its place on the device.
type part struct {
	device driver.Ptr
	host   []byte
}

// shipment is what is waited for as a whole. What before and after queue comes ahead of its copies and behind them.
type shipment struct {
	parts         []part
	before, after func(t *driver.Thread) error
}

// piece is a part, or a piece of one, that fits into a slot.
type piece struct {
	part
	slot *slot // once a copier has taken it
}

// States of a piece, in their order.
const (
	waiting int32 = iota
	ready         // its slot is filled, or, on the way down, empty
	queued        // its copy is queued
)

// start has copiers begin to move the conveyor's shipments, the first `open` of them. Unless it fails it must be ended, and the stage
// serves nobody else before.
func (c *conveyor) start(s *stage, open int) error {
	c.open = open
	bytes := 0
	for i := range c.shipments {
		bytes += c.shipments[i].bytes()
	}
	copiers := s.copiersFor(bytes)
	if err := s.prepare(c.context, copiers); err != nil {
		return err
	}
	for i := range c.shipments {
		c.cut(i, copiers)
	}
	c.states = make([]atomic.Int32, len(c.pieces))
	c.flying = s.flying()
	c.copiers = make([]copier, copiers)
	for i := range c.copiers {
		c.copiers[i] = copier{slots: s.copiers[i], holds: slices.Repeat([]int{none}, slotsACopier)}
	}
	if copiers == 1 {
		c.copiers[0].caller = true
		return nil
	}
	c.present.Store(int32(copiers))
	for i := range c.copiers {
		s.crew.run(i, func() {
			c.work(&c.copiers[i])
			c.leave(&c.copiers[i])
			c.present.Add(-1)
		})
	}
	return nil
}

func (s *shipment) bytes() (n int) {
	for _, p := range s.parts {
		n += len(p.host)
	}
	return n
}

// cut cuts shipment i into pieces that keep so many copiers busy. One of nothing is an empty piece.
func (c *conveyor) cut(i, copiers int) {
	s, first := &c.shipments[i], len(c.pieces)
	pieces := max(2*copiers, 4) // so that the bus need not wait long for the first
	size := min(max(ceilDiv(s.bytes(), pieces), leastPiece), slotBytes)
	for _, p := range s.parts {
		for at := 0; at < len(p.host); at += size {
			part := part{p.device + driver.Ptr(at), p.host[at:min(at+size, len(p.host))]}
			c.pieces = append(c.pieces, piece{part: part})
		}
	}
	if len(c.pieces) == first {
		c.pieces = append(c.pieces, piece{})
	}
	c.ends = append(c.ends, len(c.pieces))
}

// arrive returns when the copies of shipment i and of those before it are queued, and no others: what the caller does with the
// shipment comes first.
func (c *conveyor) arrive(i int) error {
	for idle := (idler{}); c.queued < c.ends[i]; {
		if err := c.failed(); err != nil {
			return err
		}
		if caller := &c.copiers[0]; caller.caller {
			if err := c.carry(caller); err != nil {
				return c.fail(err)
			}
		}
		moved, err := c.advance(c.ends[i])
		switch {
		case err != nil:
			return c.fail(err)
		case moved:
			idle = idler{}
		default:
			idle.wait()
		}
	}
	return nil
}

// admit lets the copies of the first shipments be queued.
func (c *conveyor) admit(shipments int) { c.open = shipments }

// end waits until all copiers have left, and returns what failed: errLeftBehind if not all has been queued.
func (c *conveyor) end() error {
	c.next.Store(int64(len(c.pieces)))
	if c.queued < len(c.pieces) {
		_ = c.fail(errLeftBehind)
	}
	if caller := &c.copiers[0]; caller.caller {
		c.leave(caller)
	}
	for idle := (idler{}); c.present.Load() > 0; idle.wait() {
		if _, err := c.advance(len(c.pieces)); err != nil {
			_ = c.fail(err)
		}
	}
	return c.failed()
}

var errLeftBehind = errors.New("a transfer was not finished")

// fail has all copiers stop, and returns the error.
func (c *conveyor) fail(err error) error {
	c.failure.CompareAndSwap(nil, &err)
	return err
}

// failed is the first failure, if there is one.
func (c *conveyor) failed() error {
	if err := c.failure.Load(); err != nil {
		return *err
	}
	return nil
}
