package plonk

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// memory is the memory of a proof on the device.
type memory struct {
	rows        int
	domain      *cuda.Domain
	circuit     *coefficients
	precomputed *precomputed // nil where there is no room for it

	l, r, o *cuda.Vector // n + 2 coefficients
	z       *cuda.Vector // n + 3
	qk      *cuda.Vector // complete
	pi      []*cuda.Vector
	few     []*cuda.Vector
	top     *cuda.Vector // the ends of seven polynomials: see [Top]

	values  []*cuda.Vector // n elements for each column of the numerator
	parts   []*cuda.Vector // n elements for each coset; before, L, R and O on H
	zValues *cuda.Vector   // n values of Z on H

	// In the memory of values, before and after them.
	witness    *cuda.Vector // of [Shape.maxWires] elements
	quotient   *cuda.Vector // 3(n + 2)
	linearised *cuda.Vector // n + 3
	openedZ    *cuda.Vector // n + 3: a value, then the quotient
	opened     *cuda.Vector // as openedZ
}

// newMemory lays a proof's vectors out.
func newMemory(s Shape, l *cuda.Layout) *memory {
	n := s.Rows
	m := &memory{rows: n}
	m.l, m.r, m.o, m.z = l.Vector(n+2), l.Vector(n+2), l.Vector(n+2), l.Vector(n+3)
	m.qk, m.pi = l.Vector(n), l.Vectors(s.Commitments, n)
	m.few = l.Vectors(4, 3)
	m.top = l.Vector(7 * width)
	m.parts, m.zValues = l.Vectors(Cosets, n), l.Vector(n)

	// One piece of memory has the wires first, then the values, and the quotient in the end.
	before, again := *l, *l
	m.values = l.Vectors(s.nbValues(), n)
	m.witness = before.Vector(s.maxWires())
	m.quotient, m.linearised = again.Vector(3*(n+2)), again.Vector(n+3)
	m.openedZ, m.opened = again.Vector(n+3), again.Vector(n+3)
	l.Length = max(l.Length, again.Length) // the values of two rows are too short
	return m
}

// wires are the values of L, R and O on H, before the quotient.
func (m *memory) wires() []*cuda.Vector { return m.parts }

// head is a polynomial without the coefficients that blind it.
func (m *memory) head(v *cuda.Vector) *cuda.Vector { return v.Slice(0, m.rows) }

// shards are the three parts of the quotient, n + 2 coefficients each.
func (m *memory) shards() (shards [3]*cuda.Vector) {
	length := m.rows + 2
	for i := range shards {
		shards[i] = m.quotient.Slice(i*length, (i+1)*length)
	}
	return shards
}

// block has n of the quotient's coefficients, from X^(k·n) on. The last block has the rest.
func (m *memory) block(k int) *cuda.Vector {
	return m.quotient.Slice(k*m.rows, min((k+1)*m.rows, m.quotient.Len()))
}

// coefficients are a circuit's polynomials on the device, n coefficients each.
type coefficients struct {
	stays              *cuda.Evictable // has them; nil if they are the proof's own
	ql, qr, qm, qo, qk *cuda.Vector
	s                  [3]*cuda.Vector
	qcp                []*cuda.Vector
	wires              [3]*cuda.Vector // the indices of the wires in L, R and O
}

// proofBytes is the memory of a proof, the domain's tables included.
func (s Shape) proofBytes(f *engine.Field) uint64 {
	// For parts of products, of divisions, and of evaluations: a thousand or more for any n.
	scratch := 1<<11 + s.Rows/64
	var l cuda.Layout
	newMemory(s, &l)
	tables := cuda.DomainBytes(f.Descriptor(), bits.TrailingZeros(uint(s.Rows)), Cosets)
	return tables + f.Bytes(l.Length+scratch)
}

// Needs is the device memory of a proof and its circuit's polynomials, in bytes.
func (s Shape) Needs(f *engine.Field) uint64 { return s.proofBytes(f) + s.circuitBytes(f) }

// precomputed has the values of a circuit's polynomials that every proof needs. [Circuit.Prepare]
// or the first proof computes them and leaves them to the proofs that follow, for as long as
// nothing else needs the memory.
type precomputed struct {
	vector *cuda.Evictable // has them
	onH    []*cuda.Vector  // S1, S2, S3, in natural order
	// onCosets has for each coset, in bit-reversed order: Ql, Qr, Qm, Qo, S1, S2, S3, Qcp, L₁.
	onCosets [][]*cuda.Vector
}

// newPrecomputed lays the values out. There are no gaps, in which a guard would expect something.
func newPrecomputed(s Shape, in *cuda.Vector) *precomputed {
	from := 0
	next := func(k int) []*cuda.Vector {
		vectors := make([]*cuda.Vector, k)
		for i := range vectors {
			vectors[i] = in.Slice(from, from+s.Rows)
			from += s.Rows
		}
		return vectors
	}
	p := &precomputed{onH: next(3)}
	for range Cosets {
		p.onCosets = append(p.onCosets, next(s.columns()))
	}
	return p
}
