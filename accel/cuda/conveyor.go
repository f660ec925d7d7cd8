//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// conveyor moves ordinary memory to the device, or from there, piece by piece through the slots of a stage, on one stream.
//
// Copiers, the caller and a few helpers, take the pieces in their order, and each copies its piece to one of its slots, or out of
// it later. They note which pieces are ready for the bus. Whoever has noted one tries to queue the copies of all that are ready,
// in any order within a shipment, so that nobody waits for a slow copier. Only one copier at a time does that: the others go on,
// and what they finish meanwhile he queues as well. (The scheme is flat combining: Hendler, Incze, Shavit, Tzafrir, SPAA 2010.)
// Whatever needs the driver while a conveyor runs goes that way, one at a time: the driver lets in one thread, and has the others
// sleep, for longer than its work takes.
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

	next   atomic.Int64 // first piece that no copier has taken
	queued atomic.Int64 // first piece whose copy is not queued
	open   atomic.Int64 // shipments that may be queued, the first ones
	taken  atomic.Bool  // a copier uses the driver
	asked  atomic.Int64 // when the device was last asked, in nanoseconds since begun
	begun  time.Time

	helpers sync.WaitGroup
	failed  atomic.Bool
	mutex   sync.Mutex
	failure error // the first
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

// copier is one of those who copy. Its slots serve in turn.
type copier struct {
	slots []slot
	holds []int // the piece that each slot holds, or none
	turn  int
	end   int // of the pieces that it copies and queues: the caller has other work behind them
}

const none = -1

// start has copiers begin to move the conveyor's shipments, the first `open` of them. It must be ended, and the stage serves nobody
// else before.
func (c *conveyor) start(s *stage, open int) {
	c.open.Store(int64(open))
	c.begun = time.Now()
	bytes := 0
	for i := range c.shipments {
		bytes += c.shipments[i].bytes()
	}
	copiers := s.copiersFor(bytes)
	for i := range c.shipments {
		c.cut(i, copiers)
	}
	c.states = make([]atomic.Int32, len(c.pieces))
	c.copiers = make([]copier, copiers)
	for i := range c.copiers {
		c.copiers[i] = copier{slots: s.copiers[i], holds: slices.Repeat([]int{none}, slotsACopier), end: len(c.pieces)}
	}
	for i := 1; i < copiers; i++ {
		c.helpers.Go(func() {
			c.work(&c.copiers[i])
			c.leave(&c.copiers[i])
		})
	}
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

// arrive returns when the copies of shipment i and of those before it are queued. The caller copies too.
func (c *conveyor) arrive(i int) error {
	caller := &c.copiers[0]
	caller.end = c.ends[i]
	c.advance(caller)
	c.work(caller)
	return c.until(caller, func() bool { return c.queued.Load() >= int64(caller.end) })
}

// admit lets the copies of the first shipments be queued.
func (c *conveyor) admit(shipments int) { c.open.Store(int64(shipments)) }

// end waits until all copiers have left, and returns what failed: errLeftBehind if not all has been queued.
func (c *conveyor) end() error {
	c.next.Store(int64(len(c.pieces)))
	if c.queued.Load() < int64(len(c.pieces)) {
		c.fail(errLeftBehind)
	}
	c.leave(&c.copiers[0])
	c.helpers.Wait()
	return c.failure
}

var errLeftBehind = errors.New("a transfer was not finished")

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
	for !c.failed.Load() {
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

const (
	askFor   = 500 * time.Microsecond // to be woken takes up to a tenth of a millisecond, in a virtual machine
	askEvery = 2 * time.Microsecond
)

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

// until waits until that is so, which takes other copiers some microseconds.
func (c *conveyor) until(w *copier, so func() bool) error {
	for !so() {
		if c.failed.Load() {
			return c.reason()
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
	if first >= int64(end) || c.failed.Load() {
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

// fail has all copiers stop.
func (c *conveyor) fail(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.failure == nil {
		c.failure = err
	}
	c.failed.Store(true)
}

func (c *conveyor) reason() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.failure
}
