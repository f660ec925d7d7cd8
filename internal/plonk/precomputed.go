package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// precomputedOn returns the values that are there, or computes them. The proof has them until it
// is done with them. There are none where there is no room.
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
	a.evaluate(p.onH, m.circuit.s[:])
	for i := range q.cosets {
		q.evaluate(i)
	}
}

// keep returns room for the values if there is any.
func (c *Circuit[E, S]) keep(w *cuda.Workspace) (*precomputed, error) {
	n := c.shape.precomputedElements()
	fits := n <= cuda.MaxElements && cuda.MayStay(c.field.Bytes(n), w.Available())
	if c.crowded || !fits {
		return nil, nil
	}
	kept, err := w.Evictable(c.field.Descriptor(), n)
	if driver.OutOfMemory(err) {
		c.crowded = true // by other programs
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return newPrecomputed(c.shape, kept), nil
}

// doneWith says that a proof needs the values no more.
func (c *Circuit[E, S]) doneWith(m *memory) error {
	if m.precomputed == nil {
		return nil
	}
	kept := m.precomputed.kept
	return c.field.Free(kept.Vector().Len(), kept.Done)
}
