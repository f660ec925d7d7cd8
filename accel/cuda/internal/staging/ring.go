// Package staging moves Go memory over the bus, through pinned buffers and several copy workers.
//
// A [Transfer] moves [Batch]es of bytes through a [Ring] of pinned buffers, which [Workers] fill
// or drain. The driver alone would copy Go memory at a seventh of the bus's speed.
package staging

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// BufferBytes is the size of a pinned buffer.
const BufferBytes = 1 << 20

const (
	buffersPerWorker = 3 // one is filled while the others are on their way
	// maxWorkers is the number of cores that copy large transfers. One core reaches a fifth of the
	// bus's speed.
	maxWorkers = 8
	minShare   = 512 << 10 // bytes that are worth waking a worker for
	minPiece   = 128 << 10
)

// Ring is pinned memory between Go memory and the device, for both directions.
//
// Each worker has buffers of its own, because a core is slow to take over memory that another core
// wrote last. A Ring serves one transfer at a time.
type Ring struct {
	workers *Workers
	blocks  []*driver.Pinned
	buffers [][]buffer // of each worker
}

// NewRing returns a ring without buffers, which its transfers make. It serves n of the workers, or
// as many as are of use if n is 0. They outlive it.
func NewRing(w *Workers, n int) *Ring {
	if n == 0 {
		n = min(maxWorkers, max(1, runtime.GOMAXPROCS(0)/2))
	}
	r := &Ring{workers: w, buffers: make([][]buffer, n)}
	for i := range r.buffers {
		r.buffers[i] = make([]buffer, buffersPerWorker)
	}
	return r
}

// buffer is a part of a block, for one piece of a transfer.
type buffer struct {
	memory   []byte
	copied   driver.Event // recorded behind the copy over the bus
	inFlight atomic.Bool  // the copy is queued and not known to have ended
	dirty    int          // bytes that were written and not cleared since
}

// Blocks returns the pinned memory of the ring.
func (r *Ring) Blocks() []*driver.Pinned { return r.blocks }

// workersFor is the number of workers that copy n bytes. To be woken takes a worker as long as to
// copy a good part of minShare.
func (r *Ring) workersFor(n int) int { return min(len(r.buffers), max(n/minShare, 1)) }

// inFlight returns the buffers with copies that nobody has waited for.
func (r *Ring) inFlight() (flying []*buffer) {
	for _, buffers := range r.buffers {
		for i := range buffers {
			if buffers[i].inFlight.Load() {
				flying = append(flying, &buffers[i])
			}
		}
	}
	return flying
}

// Prepare makes the buffers that a transfer of n bytes uses.
func (r *Ring) Prepare(c *driver.Context, n int) error { return r.prepare(c, r.workersFor(n)) }

// prepare makes the missing memory and events of the first n workers.
//
// All memory is one block: each allocation takes the driver long, however small it is, and has
// everybody else wait.
func (r *Ring) prepare(c *driver.Context, n int) error {
	var bare []*buffer
	for _, buffers := range r.buffers[:n] {
		for i := range buffers {
			if buffers[i].memory == nil {
				bare = append(bare, &buffers[i])
			}
		}
	}
	if len(bare) == 0 {
		return nil
	}
	return c.Do(func(t *driver.Thread) (err error) {
		for _, b := range bare {
			if err == nil && b.copied == 0 {
				b.copied, err = t.NewEvent(driver.Ordering)
			}
		}
		if err != nil {
			return err
		}
		block, err := t.AllocPinned(len(bare) * BufferBytes)
		if err != nil {
			return err
		}
		r.blocks = append(r.blocks, block)
		for i, b := range bare {
			b.memory = block.Bytes()[i*BufferBytes : (i+1)*BufferBytes]
		}
		return nil
	})
}

// wipe clears the bytes that were written to the buffer. Its copies must have ended.
func (b *buffer) wipe() {
	clear(b.memory[:b.dirty])
	b.dirty = 0
}

// Wipe clears the bytes that were written. Each worker's buffers have a goroutine of their own. All
// copies must have ended.
func (r *Ring) Wipe() {
	var group sync.WaitGroup
	for _, buffers := range r.buffers {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range buffers {
				buffers[i].wipe()
			}
		}()
	}
	group.Wait()
}

// Close wipes and frees the buffers.
func (r *Ring) Close(c *driver.Context) error {
	r.Wipe()
	err := c.Do(func(t *driver.Thread) (err error) {
		for _, buffers := range r.buffers {
			for i := range buffers {
				err = errors.Join(err, t.DestroyEvent(buffers[i].copied))
			}
		}
		for _, block := range r.blocks {
			err = errors.Join(err, t.FreePinned(block))
		}
		return err
	})
	r.blocks, r.buffers = nil, nil
	return err
}
