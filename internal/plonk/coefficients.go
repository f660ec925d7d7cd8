package plonk

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// coefficientsOn returns the polynomials on the device: resident ones or vectors of the workspace.
// There is room for one polynomial in scratch.
func (c *Circuit[E, S]) coefficientsOn(
	a algebra[E, S], scratch *cuda.Vector,
) (*coefficients, error) {
	v, err := c.interpolatedOn(a, scratch)
	if err != nil {
		return nil, err
	}
	return &coefficients{
		ql: v[0], qr: v[1], qm: v[2], qo: v[3],
		s: [3]*cuda.Vector(v[4:7]), qk: v[7], qcp: v[8:],
	}, nil
}

// interpolatedOn sends the values to the device, unless it has the coefficients, and
// interpolates them there. Coefficients that were found damaged go with the proofs that have them.
func (c *Circuit[E, S]) interpolatedOn(
	a algebra[E, S], scratch *cuda.Vector,
) ([]*cuda.Vector, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if slices.ContainsFunc(c.resident, (*cuda.Vector).Damaged) {
		c.damaged = append(c.damaged, c.resident...)
		c.resident = nil
	}
	stays := !c.closed && cuda.MayStay(c.shape.circuitBytes(c.field), a.Available())
	if c.resident == nil && stays {
		if err := c.load(a, scratch); err != nil {
			return nil, err
		}
	}
	if c.resident != nil {
		return c.resident, nil
	}
	var l cuda.Layout
	l.Vectors(c.shape.columns(), c.shape.Rows)
	piece, err := a.Vector(c.field.Descriptor(), l.Length)
	if err != nil {
		return nil, err
	}
	l = cuda.Layout{Piece: piece}
	vectors := l.Vectors(c.shape.columns(), c.shape.Rows)
	for i, column := range c.polynomials.columns() {
		a.upload(vectors[i], column)
	}
	a.interpolate(vectors, vectors)
	return vectors, a.Err()
}

// load keeps the coefficients for all proofs, which may read them when it returns. They are
// guarded: evaluated, they must be the values that the host has.
func (c *Circuit[E, S]) load(a algebra[E, S], scratch *cuda.Vector) error {
	var vectors []*cuda.Vector
	for _, column := range c.polynomials.columns() {
		v, err := a.Resident(c.field.Descriptor(), c.shape.Rows)
		if err != nil {
			return errors.Join(err, closeAll(vectors))
		}
		vectors = append(vectors, v)
		a.upload(v, column)
	}
	a.interpolate(vectors, vectors)
	for i, column := range c.polynomials.columns() {
		a.ExpectImage(vectors[i], scratch, driver.Bytes(column), func() {
			a.evaluate([]*cuda.Vector{scratch}, vectors[i:i+1])
		})
	}
	if err := a.Wait(); err != nil {
		return errors.Join(err, closeAll(vectors))
	}
	c.resident = vectors
	return nil
}
