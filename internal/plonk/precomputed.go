package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// precomputedOn returns the values that are there, or computes them. The proof has them until it
// is done with them. There are none where there is no room.
func (c *Circuit[E, S]) precomputedOn(a algebra[E, S], m *memory) (*precomputed, error) {
	n := (3 + Cosets*c.shape.columns()) * c.shape.Rows
	vector, err := c.values.Use(a.Workspace, n, func(to *cuda.Vector) error {
		c.precompute(a, m, newPrecomputed(c.shape, to))
		return a.Wait()
	})
	if vector == nil {
		return nil, err
	}
	p := newPrecomputed(c.shape, vector.Vector())
	p.vector = vector
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

// doneWith says that a proof needs no more of the circuit.
func (c *Circuit[E, S]) doneWith(m *memory) (err error) {
	if m.precomputed != nil {
		err = c.values.Done(m.precomputed.vector)
	}
	if m.circuit != nil {
		err = errors.Join(err, c.coefficients.Done(m.circuit.stays))
	}
	return err
}
