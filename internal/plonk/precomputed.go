package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// precomputedOn returns the values that are there or, if fills is true, room for them. The proof
// has them until it is done with them. There are none while another proof fills them, and where
// there is no room.
func (c *Circuit[E, S]) precomputedOn(w *cuda.Workspace) (p *precomputed, fills bool, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.precomputed != nil && c.precomputed.filling || c.closed {
		return nil, false, nil
	}
	if c.precomputed == nil || !c.precomputed.kept.Use() {
		if c.precomputed, err = c.keep(w); c.precomputed == nil {
			return nil, false, err
		}
	}
	c.precomputed.filling = !c.precomputed.filled
	return c.precomputed, c.precomputed.filling, nil
}

// keep returns room for the values if there is any.
func (c *Circuit[E, S]) keep(w *cuda.Workspace) (*precomputed, error) {
	var l cuda.Layout
	newPrecomputed(c.shape, &l)
	fits := l.Length <= cuda.MaxElements && cuda.MayStay(c.field.Bytes(l.Length), w.Available())
	if c.crowded || !fits {
		return nil, nil
	}
	kept, err := w.Evictable(c.field.Descriptor(), l.Length)
	if session.OutOfMemory(err) {
		c.crowded = true // by other programs
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := newPrecomputed(c.shape, &cuda.Layout{Piece: kept.Vector()})
	p.kept = kept
	return p, nil
}

// markFilled says that a proof has filled the values, if it was to.
func (c *Circuit[E, S]) markFilled(m *memory) {
	if !m.fills {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m.precomputed.filling, m.precomputed.filled, m.fills = false, true, false
}

// doneWith says that a proof needs the values no more. If it was still filling them, others may.
func (c *Circuit[E, S]) doneWith(m *memory) error {
	if m.precomputed == nil {
		return nil
	}
	kept := m.precomputed.kept
	return c.field.Free(kept.Vector().Len(), func() error {
		if m.fills {
			c.mutex.Lock()
			m.precomputed.filling = false
			c.mutex.Unlock()
		}
		return kept.Done()
	})
}
