package system

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// SolutionOf returns the solution with the given wires, if they satisfy the system. A, B and C have
// room for n values.
func SolutionOf[E any, S algebra.Scalar[E]](
	sys *System[E], wires []E, n int,
) (*Solution[E], error) {
	rows := sys.GetNbConstraints()
	s := &Solution[E]{Wires: wires, Release: func() {}}
	for i := range s.Rows {
		s.Rows[i] = make([]E, rows, n)
	}
	instructions := len(sys.Instructions)
	length := parallel.ChunkLength(instructions)
	errs := make([]error, parallel.CountChunks(instructions, length))
	parallel.EachChunk(instructions, length, func(i, from, to int) {
		errs[i] = evaluateRows[E, S](sys, s, sys.Instructions[from:to])
	})
	if first := slices.IndexFunc(errs, func(err error) bool { return err != nil }); first >= 0 {
		return nil, errs[first]
	}
	return s, nil
}

func evaluateRows[E any, S algebra.Scalar[E]](
	sys *System[E], s *Solution[E], instructions []constraint.PackedInstruction,
) error {
	var c constraint.R1C
	for _, instruction := range instructions {
		blueprint, ok := sys.Blueprints[instruction.BlueprintID].(constraint.BlueprintR1C)
		if !ok {
			continue
		}
		blueprint.DecompressR1C(&c, instruction.Unpack(sys.System))
		row := instruction.ConstraintOffset
		for i, terms := range []constraint.LinearExpression{c.L, c.R, c.O} {
			s.Rows[i][row] = valueOf[E, S](sys, terms, s.Wires)
		}
		var product E
		S(&product).Mul(&s.Rows[0][row], &s.Rows[1][row])
		if !S(&product).Equal(&s.Rows[2][row]) {
			return fmt.Errorf("%w: constraint #%d is not satisfied", ErrInvalidSolution, row)
		}
	}
	return nil
}

func valueOf[E any, S algebra.Scalar[E]](
	sys *System[E], e constraint.LinearExpression, wires []E,
) (sum E) {
	for _, t := range e {
		wire := &wires[t.VID]
		switch t.CID {
		case constraint.CoeffIdZero:
		case constraint.CoeffIdOne:
			S(&sum).Add(&sum, wire)
		case constraint.CoeffIdMinusOne:
			S(&sum).Sub(&sum, wire)
		default:
			var term E
			S(&sum).Add(&sum, S(&term).Mul(&sys.Coefficients[t.CID], wire))
		}
	}
	return sum
}
