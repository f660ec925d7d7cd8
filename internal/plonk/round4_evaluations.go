package plonk

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// Values are values of a proof's polynomials, and of its circuit's, at one point.
type Values[E any] struct {
	L, R, O, S1, S2 E
	Qcp             []E
}

// ValuesOf returns values that come in the order of the fields.
func ValuesOf[E any](v []E) *Values[E] {
	return &Values[E]{L: v[0], R: v[1], O: v[2], S1: v[3], S2: v[4], Qcp: v[5:]}
}

// Evaluate returns the values at a point.
func (p *Proof[E]) Evaluate(point E) (*Values[E], error) {
	var v []E
	err := p.compute("evaluations", 0, func(a algebra[E], m *memory) {
		v = a.valuesAt(m.evaluated(), point)
	})
	if err != nil {
		return nil, err
	}
	return ValuesOf(v), nil
}

// DivideZ returns the blinded Z's value at a point. It computes the n + 2 coefficients of (Z −
// value)/(X − point).
func (p *Proof[E]) DivideZ(point E) (value E, err error) {
	err = p.compute("division", 0, func(a algebra[E], m *memory) {
		a.divide(m.openedZ, m.z, point)
		value = a.download(m.openedZ.Slice(0, 1))[0]
	})
	return value, err
}

// evaluated are the polynomials whose values the linearised one is made with: L, R, O, S1, S2,
// Qcp.
func (m *memory) evaluated() []*cuda.Vector {
	return append([]*cuda.Vector{m.l, m.r, m.o, m.circuit.s[0], m.circuit.s[1]}, m.circuit.qcp...)
}
