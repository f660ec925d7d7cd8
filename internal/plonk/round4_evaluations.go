package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Values are values of a proof's polynomials, and of its circuit's, at one point.
type Values[E any] struct {
	L, R, O, S1, S2 E
	Qcp             []E
}

// ValuesOf returns values that come in the order of the fields.
func ValuesOf[E any](v []E) *Values[E] {
	return &Values[E]{L: v[0], R: v[1], O: v[2], S1: v[3], S2: v[4], Qcp: v[5:]}
}

// Evaluate returns the values at a point, and at the next one the blinded Z's. It computes the
// n + 2 coefficients of (Z − value)/(X − next).
func (p *Proof[E]) Evaluate(point, next E) (values *Values[E], ofZ E, err error) {
	var v []E
	err = p.compute("evaluations", 0, func(a algebra[E], m *memory) {
		of := m.evaluated()
		to := m.top.Slice(0, len(of)+1) // which the quotient was the last to need
		a.EvaluateTo(to.Slice(1, to.Len()), of, raw.Words(&point))
		a.divide(m.openedZ, m.z, next)
		a.Copy(to.Slice(0, 1), m.openedZ.Slice(0, 1))
		v = a.download(to)
	})
	if err != nil {
		return nil, ofZ, err
	}
	return ValuesOf(v[1:]), v[0], nil
}

// evaluated are the polynomials whose values the linearised one is made with: L, R, O, S1, S2,
// Qcp.
func (m *memory) evaluated() []*cuda.Vector {
	return append([]*cuda.Vector{m.l, m.r, m.o, m.circuit.s[0], m.circuit.s[1]}, m.circuit.qcp...)
}
