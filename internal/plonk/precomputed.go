package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// precomputedOn returns the values, which the proof has until it is done with them. They are those
// that are there, or computed now. There are none where there is no room.
func (c *Circuit[E, S]) precomputedOn(a algebra[E, S], m *memory) (*precomputed, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.closed {
		return nil, nil
	}
	if c.precomputed != nil && c.precomputed.kept.Use() {
		return c.precomputed, nil
	}
	c.precomputed = nil
	p, err := c.keep(a.Workspace)
	if p == nil {
		return nil, err
	}
	c.precompute(a, m, p)
	if err := a.Wait(); err != nil {
		return nil, errors.Join(err, p.kept.Done(), p.kept.Close())
	}
	c.precomputed = p
	return p, nil
}

// precompute computes the values, in memory that a proof needs later.
func (c *Circuit[E, S]) precompute(a algebra[E, S], m *memory, p *precomputed) {
	q := newDivision(a, m, &c.polynomials)
	q.blinded, q.columns = nil, nil // there is no proof
	m.precomputed = p
	a.ExpectTwice(p.kept.Vector(), func() {
		a.evaluate(p.onH, m.circuit.s[:])
		for i := range q.cosets {
			q.evaluate(i)
		}
	})
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

// doneWith says that a proof needs the values no more.
func (c *Circuit[E, S]) doneWith(m *memory) error {
	if m.precomputed == nil {
		return nil
	}
	kept := m.precomputed.kept
	return c.field.Free(kept.Vector().Len(), kept.Done)
}
