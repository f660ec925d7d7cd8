package plonk

import (
	"errors"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// allocate takes all memory of a proof, before the circuit's polynomials may take some to stay.
func (c *Circuit[E, S]) allocate(w *cuda.Workspace) (m *memory, err error) {
	var l layout
	newMemory(c.shape, &l)
	if l.piece, err = w.Vector(c.field.Descriptor(), l.length); err != nil {
		return nil, err
	}
	l.length = 0
	m = newMemory(c.shape, &l)
	if m.domain, err = c.domainOn(w); err != nil {
		return nil, err
	}
	m.circuit, err = c.coefficientsOn(algebra[E, S]{w, m.domain})
	if err == nil {
		m.precomputed, m.fills, err = c.precomputedOn(w)
	}
	if err != nil {
		return nil, errors.Join(err, m.domain.Close())
	}
	return m, nil
}

// domainOn returns H on the device.
func (c *Circuit[E, S]) domainOn(w *cuda.Workspace) (*cuda.Domain, error) {
	generator := c.polynomials.Domain.Generator
	log := bits.TrailingZeros(uint(c.shape.Rows))
	return w.Domain(c.field.Descriptor(), driver.Words(&generator), log)
}
