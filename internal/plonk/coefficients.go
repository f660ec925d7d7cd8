package plonk

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// coefficientsOn returns the polynomials on the device, and the indices of wires. They are resident
// vectors or those of the workspace.
func (c *Circuit[E, S]) coefficientsOn(a algebra[E, S]) (*coefficients, error) {
	v, err := c.interpolatedOn(a)
	if err != nil {
		return nil, err
	}
	columns := c.shape.columns()
	return &coefficients{
		ql: v[0], qr: v[1], qm: v[2], qo: v[3],
		s: [3]*cuda.Vector(v[4:7]), qk: v[7], qcp: v[8:columns],
		wires: [3]*cuda.Vector(v[columns:]),
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
	l.VectorsOf(c.shape.lengths(c.field))
	piece, err := a.Vector(c.field.Descriptor(), l.Length)
	if err != nil {
		return nil, err
	}
	l = cuda.Layout{Piece: piece}
	vectors := l.VectorsOf(c.shape.lengths(c.field))
	c.send(a, vectors)
	return vectors, a.Err()
}

// send sends a circuit's values and indices to the device, and interpolates the values.
func (c *Circuit[E, S]) send(a algebra[E, S], to []*cuda.Vector) {
	columns := c.polynomials.columns()
	for i, column := range columns {
		a.upload(to[i], column)
	}
	for i, indices := range c.polynomials.Wires {
		a.UploadIndices(to[len(columns)+i], indices)
	}
	a.interpolate(to[:len(columns)], to[:len(columns)])
}

// load keeps the coefficients for all proofs, which may read them when it returns.
func (c *Circuit[E, S]) load(a algebra[E, S]) error {
	var vectors []*cuda.Vector
	for _, n := range c.shape.lengths(c.field) {
		v, err := a.Resident(c.field.Descriptor(), n)
		if err != nil {
			return errors.Join(err, closeAll(vectors))
		}
		vectors = append(vectors, v)
	}
	c.send(a, vectors)
	if err := a.Wait(); err != nil {
		return errors.Join(err, closeAll(vectors))
	}
	c.resident = vectors
	return nil
}
