package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// coefficientsOn returns the polynomials on the device: resident ones or vectors of the workspace.
func (c *Circuit[E, S]) coefficientsOn(a algebra[E, S]) (*coefficients, error) {
	v, err := c.interpolatedOn(a)
	if err != nil {
		return nil, err
	}
	return &coefficients{
		ql: v[0], qr: v[1], qm: v[2], qo: v[3],
		s: [3]*cuda.Vector(v[4:7]), qk: v[7], qcp: v[8:],
	}, nil
}

// interpolatedOn sends the values to the device, unless it has the coefficients, and
// interpolates them there.
func (c *Circuit[E, S]) interpolatedOn(a algebra[E, S]) ([]*cuda.Vector, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	stays := !c.closed && cuda.MayStay(c.shape.circuitBytes(c.field), a.Available())
	if c.resident == nil && stays {
		if err := c.load(a); err != nil {
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

// load keeps the coefficients for all proofs, which may read them when it returns.
func (c *Circuit[E, S]) load(a algebra[E, S]) error {
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
	if err := a.Wait(); err != nil {
		return errors.Join(err, closeAll(vectors))
	}
	c.resident = vectors
	return nil
}
