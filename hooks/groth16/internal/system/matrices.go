package system

import (
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Matrix is one of the three of a system.
type Matrix uint8

// A, B and C are the matrices of (A·w)∘(B·w) = C·w.
const (
	A Matrix = iota
	B
	C
	matrices
)

// Column is the column of a wire.
type Column struct {
	Matrix Matrix
	Wire   int
}

// Term is a column times a coefficient.
type Term[E any] struct {
	Column
	Coefficient E
}

// entry is the value of a column in a row.
type entry[E any] struct {
	row   uint32
	value E
}

// Matrices are those of a system, by their rows.
type Matrices[E any] struct {
	Field        *curve.Field[E]
	Rows         *groth16.Rows // of A, then of B, then of C
	Wires        int
	Coefficients []E
}

type peeling[E any] struct {
	*Matrices[E]
	rows     int      // of each matrix
	inverses map[*E]E // of coefficients, which are few
}

func (s *peeling[E]) column(m Matrix, wire int) uint32 { return uint32(int(m)*s.Wires + wire) }

func (s *peeling[E]) named(column uint32) Column {
	return Column{Matrix(int(column) / s.Wires), int(column) % s.Wires}
}

// inverse returns the inverse of a coefficient.
func (s *peeling[E]) inverse(of *E) E {
	inverse, known := s.inverses[of]
	if !known {
		s.Field.Inverse(&inverse, of)
		s.inverses[of] = inverse
	}
	return inverse
}

// eachTerm calls f for the terms of a row. A wire may have several of them in one matrix.
func (s *peeling[E]) eachTerm(row uint32, f func(column uint32, value *E)) {
	for m := range matrices {
		s.eachTermOf(m, row, func(wire int, value *E) { f(s.column(m, wire), value) })
	}
}

func (s *peeling[E]) eachTermOf(m Matrix, row uint32, f func(wire int, value *E)) {
	for _, t := range s.Rows.OfRow(int(m)*s.rows + int(row)) {
		if value := &s.Coefficients[t.Coefficient]; !s.Field.IsZero(value) {
			f(int(t.Wire), value)
		}
	}
}
