//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// download copies from the device to dst, behind what is queued on the stream, and returns when dst is full. It is
// [stage.upload] the other way round: while a copier empties one of its slots, the others fill.
func (s *stage) download(c *driver.Context, dst []byte, src driver.Ptr, stream driver.Stream) error {
	return s.share([]part{{src, dst}}, func(copier int, p *pieces) error { return s.fetch(c, copier, stream, p) })
}

// fetch is one copier: it has the device fill its slots in turn, and empties each before its next turn.
func (s *stage) fetch(c *driver.Context, copier int, stream driver.Stream, p *pieces) error {
	var pending [slotsACopier][]byte // where each slot's bytes go
	slots := &s.copiers[copier]
	for turn, ended := 0, 0; ended < slotsACopier; turn++ {
		side := turn % slotsACopier
		if err := slots[side].empty(c, pending[side]); err != nil {
			p.failed.Store(true)
			return err
		}
		piece, ok := p.take()
		pending[side] = piece.host
		if !ok {
			ended++
			continue
		}
		if err := slots[side].receive(c, piece.device, len(piece.host), stream); err != nil {
			p.failed.Store(true)
			return err
		}
	}
	return nil
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
