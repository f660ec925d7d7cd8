package plonk

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// coefficientsOn returns the polynomials on the device, and the indices of wires. They are in the
// vector that stays, with one more user, or else in one of the workspace.
func (c *Circuit[E, S]) coefficientsOn(a algebra[E, S]) (*coefficients, error) {
	lengths := c.shape.lengths(c.field)
	var l cuda.Layout
	l.VectorsOf(lengths)
	n := l.Length
	stays, err := c.coefficients.Use(a.Workspace, n, func(to *cuda.Vector) error {
		l := cuda.Layout{Piece: to}
		c.send(a, l.VectorsOf(lengths))
		return a.Wait()
	})
	if err != nil {
		return nil, err
	}
	if stays != nil {
		l = cuda.Layout{Piece: stays.Vector()}
	} else {
		l = cuda.Layout{}
		if l.Piece, err = a.Vector(c.field.Descriptor(), n); err != nil {
			return nil, err
		}
	}
	v := l.VectorsOf(lengths)
	if stays == nil {
		c.send(a, v)
	}
	columns := c.shape.columns()
	return &coefficients{
		stays: stays, ql: v[0], qr: v[1], qm: v[2], qo: v[3],
		s: [3]*cuda.Vector(v[4:7]), qk: v[7], qcp: v[8:columns],
		wires: [3]*cuda.Vector(v[columns:]),
	}, a.Err()
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
