package staging

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
)

// Transfer moves batches of Go memory to the device, or from there, on one stream.
//
// Batches are cut into pieces that fit a buffer. Workers take the pieces in order, and each copies
// its piece into one of its buffers, or later out of it. The submitting goroutine queues the copies
// over the bus of the pieces that are ready, and asks which copies have ended. Within a batch the
// order is free, so that nobody waits for a slow worker. With few bytes the submitter is the only
// worker.
//
// Only the submitter uses the driver. The driver lets in one thread and has others sleep for
// longer than its work takes, and its calls take a tenth of the time if its data are in the core's
// cache. Workers and submitter tell each other by memory that they watch.
type Transfer struct {
	Context *driver.Context
	Stream  driver.Stream
	Clear   bool // buffers are cleared as soon as their copies have ended
	Batches []Batch

	down    bool  // from the device
	ends    []int // number of the first piece behind each batch
	pieces  []piece
	states  []atomic.Int32 // of the pieces
	workers []worker
	next    atomic.Int64 // first piece that no worker has taken

	// The submitter's fields.
	queued   int       // first piece whose copy is not queued
	admitted int       // number of batches that may be queued
	flying   []*buffer // whose copies are queued, in order, and not known to have ended

	starving atomic.Int32          // workers that wait for a buffer
	present  atomic.Int32          // workers, other than the submitter, that have not left
	failure  atomic.Pointer[error] // the first one
}

// Part is a range of Go memory and its place on the device.
type Part struct {
	Device driver.Ptr
	Host   []byte
}

// Batch is a unit of waiting. Before and After queue work ahead of its copies and behind them.
type Batch struct {
	Parts         []Part
	Before, After func(q *driver.Queue)
}

// piece is a part, or a piece of one, that fits a buffer.
type piece struct {
	Part
	buffer *buffer // once a worker has taken the piece
}

// States of a piece, in order.
const (
	waiting int32 = iota
	ready         // its buffer is filled or, on the way down, free
	queued        // its copy is queued
)

const none = -1

// Start has workers begin to move the batches, of which the first n are admitted.
//
// Unless it fails, the transfer must be ended, and the ring serves no other one before.
func (x *Transfer) Start(r *Ring, n int) error {
	if !driver.Available { // a constant: the rest is not linked
		return driver.ErrUnavailable()
	}
	x.admitted = n
	bytes := 0
	for i := range x.Batches {
		bytes += x.Batches[i].bytes()
	}
	workers := r.workersFor(bytes)
	if err := r.prepare(x.Context, workers); err != nil {
		return err
	}
	for i := range x.Batches {
		x.cut(i, workers)
	}
	x.states = make([]atomic.Int32, len(x.pieces))
	x.flying = r.inFlight()
	x.workers = make([]worker, workers)
	for i := range x.workers {
		x.workers[i] = worker{
			buffers: r.buffers[i], holds: slices.Repeat([]int{none}, buffersPerWorker),
		}
	}
	if workers == 1 {
		x.workers[0].submits = true
		return nil
	}
	x.present.Store(int32(workers))
	for i := range x.workers {
		r.workers.Run(i, func() {
			x.work(&x.workers[i])
			x.leave(&x.workers[i])
			x.present.Add(-1)
		})
	}
	return nil
}

func (b *Batch) bytes() (n int) {
	for _, p := range b.Parts {
		n += len(p.Host)
	}
	return n
}

// cut cuts batch i into pieces that keep n workers busy. The pieces of a part are about equally
// large, so that none is small. An empty batch is one empty piece.
func (x *Transfer) cut(i, n int) {
	b, first := &x.Batches[i], len(x.pieces)
	pieces := max(2*n, 4) // so that the bus need not wait long for the first
	size := min(max(plan.CeilDiv(b.bytes(), pieces), minPiece), BufferBytes)
	for _, p := range b.Parts {
		count := max(1, plan.CeilDiv(len(p.Host), size))
		each := plan.CeilDiv(len(p.Host), count)
		for at := 0; at < len(p.Host); at += each {
			part := Part{p.Device + driver.Ptr(at), p.Host[at:min(at+each, len(p.Host))]}
			x.pieces = append(x.pieces, piece{Part: part})
		}
	}
	if len(x.pieces) == first {
		x.pieces = append(x.pieces, piece{})
	}
	x.ends = append(x.ends, len(x.pieces))
}

// Flush returns when the copies of all batches up to i are queued. No others are queued by then.
// The work that the caller queues next comes before batch i+1.
func (x *Transfer) Flush(i int) error {
	for idle := (idler{}); x.queued < x.ends[i]; {
		if err := x.failed(); err != nil {
			return err
		}
		if w := &x.workers[0]; w.submits {
			if err := x.carry(w); err != nil {
				return x.fail(err)
			}
		}
		moved, err := x.advance(x.ends[i])
		switch {
		case err != nil:
			return x.fail(err)
		case moved:
			idle = idler{}
		default:
			idle.wait()
		}
	}
	return nil
}

// Admit lets the copies of the first n batches be queued.
func (x *Transfer) Admit(n int) { x.admitted = n }

// End waits until all workers have left, and returns the first failure. It is an error if not all
// batches were queued.
func (x *Transfer) End() error {
	x.next.Store(int64(len(x.pieces)))
	if x.queued < len(x.pieces) {
		_ = x.fail(errUnfinished)
	}
	if w := &x.workers[0]; w.submits {
		x.leave(w)
	}
	for idle := (idler{}); x.present.Load() > 0; idle.wait() {
		if _, err := x.advance(len(x.pieces)); err != nil {
			_ = x.fail(err)
		}
	}
	return x.failed()
}

var errUnfinished = errors.New("a transfer was not finished")

// fail has all workers stop, and returns the error.
func (x *Transfer) fail(err error) error {
	x.failure.CompareAndSwap(nil, &err)
	return err
}

// failed is the first failure, or nil.
func (x *Transfer) failed() error {
	if err := x.failure.Load(); err != nil {
		return *err
	}
	return nil
}
