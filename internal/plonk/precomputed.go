package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
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
	if err != nil || kept == nil {
		c.crowded = err == nil // by other programs
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

// Prepare does ahead of the first proof what that would do for the circuit. It sends the
// polynomials to the device and computes what every proof needs of them, where they stay there, and
// takes the memory of a proof, which it leaves to the next one. Where that memory is with other
// proofs it waits, as a proof does.
func (c *Circuit[E, S]) Prepare() error {
	if !c.shape.OnDevice() {
		return session.ErrOnCPU
	}
	return c.field.Prepare("circuit", c.shape.Rows, func(w *cuda.Workspace) error {
		m, err := c.allocate(w)
		if err != nil {
			return err
		}
		return errors.Join(w.Wait(), m.domain.Close(), c.doneWith(m))
	})
}
