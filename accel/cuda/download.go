//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// download copies from the device to dst, behind what is queued on the stream, and returns when dst is full. It is
// [stage.upload] the other way round: while one of a copier's slots fills, the other one is emptied.
func (s *stage) download(c *driver.Context, dst []byte, src driver.Ptr, stream driver.Stream) error {
	s.open()
	pieces := newPieces(len(dst), len(s.copiers))
	failures := make([]error, pieces.copiers)
	var group sync.WaitGroup
	for i := range pieces.copiers {
		group.Go(func() { failures[i] = s.fetch(c, i, dst, src, stream, pieces) })
	}
	group.Wait()
	return errors.Join(failures...)
}

// fetch is one copier: it has the device fill its slots in turn, and empties each before its next turn.
func (s *stage) fetch(c *driver.Context, copier int, dst []byte, src driver.Ptr, stream driver.Stream, p *pieces) error {
	var pending [slotsACopier][]byte // where each slot's bytes go
	slots := &s.copiers[copier]
	for turn := 0; ; turn++ {
		side := turn % slotsACopier
		if err := slots[side].empty(c, pending[side]); err != nil {
			p.failed.Store(true)
			return err
		}
		pending[side] = nil
		from, to, ok := p.take()
		if !ok {
			return slots[1-side].empty(c, pending[1-side])
		}
		if err := slots[side].receive(c, src+driver.Ptr(from), to-from, stream); err != nil {
			p.failed.Store(true)
			return err
		}
		pending[side] = dst[from:to]
	}
}

// receive queues a copy from the device into the slot, once its last one has left it.
func (s *slot) receive(c *driver.Context, src driver.Ptr, n int, stream driver.Stream) error {
	if err := s.prepare(c); err != nil {
		return err
	}
	if s.used {
		if err := c.Wait(s.sent); err != nil {
			return err
		}
	}
	s.dirty = max(s.dirty, n)
	return c.Do(func(t *driver.Thread) error {
		if err := t.CopyOut(s.pinned.Bytes()[:n], src, stream); err != nil {
			return err
		}
		s.used = true
		return t.Record(s.sent, stream)
	})
}

// empty waits for the slot's bytes and copies them to dst, if there are any to come.
func (s *slot) empty(c *driver.Context, dst []byte) error {
	if dst == nil {
		return nil
	}
	if err := c.Wait(s.sent); err != nil {
		return err
	}
	copy(dst, s.pinned.Bytes())
	return nil
}

// open makes the list of copiers, whose slots come at their first use.
func (s *stage) open() {
	if s.copiers == nil {
		s.copiers = make([][slotsACopier]slot, min(mostCopiers, max(1, runtime.NumCPU()/2)))
	}
}
