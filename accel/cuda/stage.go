//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

const (
	// slotBytes is the size of a pinned buffer. The driver copies ordinary memory at a seventh of the bus's speed, and one
	// core copies to pinned memory at an eighth of it, so that several cores fill several buffers; more than a few get in
	// each other's way (bench/NOTES.md).
	slotBytes    = 2 << 20
	mostCopiers  = 3
	slotsACopier = 3 // one is filled while the others are on their way
	turns        = 4 // of a copier at least, so that the bus need not wait long for the first
	leastPiece   = 128 << 10
)

// stage carries ordinary memory to the device through pinned buffers.
type stage struct {
	copiers [][slotsACopier]slot
}

// slot is one pinned buffer and the event after which it may be filled again.
type slot struct {
	pinned *driver.Pinned
	sent   driver.Event
	used   bool // sent has been recorded
	dirty  int  // bytes that were written and not cleared since
}

// part is a range of ordinary memory and its place on the device.
type part struct {
	device driver.Ptr
	host   []byte
}

// upload queues the copies of all parts on the stream. It returns when all of them have been read.
func (s *stage) upload(c *driver.Context, parts []part, stream driver.Stream) error {
	return s.share(parts, func(copier int, p *pieces) error { return s.copy(c, copier, stream, p) })
}

// share has copiers work on the parts' pieces, all at once.
func (s *stage) share(parts []part, work func(copier int, p *pieces) error) error {
	if s.copiers == nil {
		s.copiers = make([][slotsACopier]slot, min(mostCopiers, max(1, runtime.NumCPU()/2)))
	}
	pieces := cut(parts, len(s.copiers))
	failures := make([]error, min(len(s.copiers), len(pieces.all)))
	var group sync.WaitGroup
	for i := 1; i < len(failures); i++ {
		group.Go(func() { failures[i] = work(i, pieces) })
	}
	if len(failures) > 0 {
		failures[0] = work(0, pieces) // here, for it takes time until others wake up
	}
	group.Wait()
	return errors.Join(failures...)
}

// pieces hands out parts piece by piece.
type pieces struct {
	all    []part
	next   atomic.Int64
	failed atomic.Bool
}

// cut cuts parts into pieces that keep so many copiers busy.
func cut(parts []part, copiers int) *pieces {
	bytes := 0
	for _, p := range parts {
		bytes += len(p.host)
	}
	size := min(max(ceilDiv(bytes, turns*copiers), leastPiece), slotBytes)
	cut := new(pieces)
	for _, p := range parts {
		for at := 0; at < len(p.host); at += size {
			cut.all = append(cut.all, part{p.device + driver.Ptr(at), p.host[at:min(at+size, len(p.host))]})
		}
	}
	return cut
}

func (p *pieces) take() (piece part, ok bool) {
	i := int(p.next.Add(1) - 1)
	if i >= len(p.all) || p.failed.Load() {
		return part{}, false
	}
	return p.all[i], true
}

// copy is one copier: it fills its slots in turn and sends each off.
func (s *stage) copy(c *driver.Context, copier int, stream driver.Stream, p *pieces) error {
	for turn := 0; ; turn++ {
		piece, ok := p.take()
		if !ok {
			return nil
		}
		slot := &s.copiers[copier][turn%slotsACopier]
		if err := slot.send(c, piece.device, piece.host, stream); err != nil {
			p.failed.Store(true)
			return err
		}
	}
}

func (s *slot) send(c *driver.Context, dst driver.Ptr, src []byte, stream driver.Stream) error {
	if err := s.prepare(c); err != nil {
		return err
	}
	if s.used {
		if err := c.Wait(s.sent); err != nil {
			return err
		}
	}
	buffer := s.pinned.Bytes()[:len(src)]
	s.dirty = max(s.dirty, len(src))
	copy(buffer, src)
	return c.Do(func(t *driver.Thread) error {
		if err := t.CopyIn(dst, buffer, stream); err != nil {
			return err
		}
		s.used = true
		return t.Record(s.sent, stream)
	})
}

func (s *slot) prepare(c *driver.Context) error {
	if s.pinned != nil && s.sent != 0 {
		return nil
	}
	return c.Do(func(t *driver.Thread) (err error) {
		if s.pinned == nil {
			if s.pinned, err = t.AllocPinned(slotBytes); err != nil {
				return err
			}
		}
		if s.sent == 0 {
			s.sent, err = t.NewEvent(false)
		}
		return err
	})
}

// wipe clears what scalars were written to. All copies must have ended.
func (s *stage) wipe() {
	var group sync.WaitGroup
	for i := range s.copiers {
		group.Go(func() {
			for j := range s.copiers[i] {
				slot := &s.copiers[i][j]
				if slot.dirty > 0 {
					clear(slot.pinned.Bytes()[:slot.dirty])
					slot.dirty = 0
				}
			}
		})
	}
	group.Wait()
}

// close wipes and frees the slots.
func (s *stage) close(c *driver.Context) error {
	s.wipe()
	err := c.Do(func(t *driver.Thread) error {
		var failures []error
		for i := range s.copiers {
			for j := range s.copiers[i] {
				slot := &s.copiers[i][j]
				failures = append(failures, t.FreePinned(slot.pinned))
				if slot.sent != 0 {
					failures = append(failures, t.DestroyEvent(slot.sent))
				}
			}
		}
		return errors.Join(failures...)
	})
	s.copiers = nil
	return err
}
