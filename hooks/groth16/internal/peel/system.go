package peel

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/field"
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

// entry is what a column has in a row.
type entry[E any] struct {
	row   uint32
	value E
}

// system reads one of gnark's systems by rows.
type system[E any, S field.Scalar[E]] struct {
	*constraint.System
	coefficients []E
	wires        int
	instructions []uint32 // of the rows
	r1c          constraint.R1C
}

func newSystem[E any, S field.Scalar[E]](s *constraint.System, coefficients []E) *system[E, S] {
	r := &system[E, S]{
		System: s, coefficients: coefficients,
		wires: s.GetNbPublicVariables() + s.GetNbSecretVariables() + s.GetNbInternalVariables(),
	}
	for i := range s.Instructions {
		if _, ok := s.Blueprints[s.Instructions[i].BlueprintID].(constraint.BlueprintR1C); ok {
			r.instructions = append(r.instructions, uint32(i))
		}
	}
	return r
}

func (s *system[E, S]) column(m Matrix, wire int) uint32 { return uint32(int(m)*s.wires + wire) }

func (s *system[E, S]) named(column uint32) Column {
	return Column{Matrix(int(column) / s.wires), int(column) % s.wires}
}

// eachTerm calls f for the terms of a row. A wire may have several of them in one matrix.
func (s *system[E, S]) eachTerm(row uint32, f func(column uint32, value *E)) {
	instruction := s.Instructions[s.instructions[row]]
	blueprint := s.Blueprints[instruction.BlueprintID].(constraint.BlueprintR1C)
	blueprint.DecompressR1C(&s.r1c, instruction.Unpack(s.System))
	for m, terms := range []constraint.LinearExpression{s.r1c.L, s.r1c.R, s.r1c.O} {
		for _, t := range terms {
			if value := &s.coefficients[t.CID]; !S(value).IsZero() {
				f(s.column(Matrix(m), int(t.VID)), value)
			}
		}
	}
}
