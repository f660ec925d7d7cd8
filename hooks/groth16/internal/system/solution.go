package system

import (
	"fmt"
	"sync/atomic"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// SolutionOf returns the solution with the given wires, if they satisfy the system. A, B and C have
// room for the values on a domain.
func SolutionOf[E any](sys *System[E], wires []E, domain *curve.Domain[E]) (*Solution[E], error) {
	f, rows := domain.Field, sys.GetNbConstraints()
	s := &Solution[E]{Wires: wires, Release: func() {}}
	for i := range s.Rows {
		s.Rows[i] = make([]E, rows, domain.Len())
	}
	var wrong atomic.Int64 // the first constraint that is not satisfied
	wrong.Store(int64(rows))
	eachConstraint(sys.System, func(row int, abc *[3]constraint.LinearExpression) {
		for i, terms := range abc {
			s.Rows[i][row] = valueOf(f, sys, terms, wires)
		}
		var product E
		f.Mul(&product, &s.Rows[0][row], &s.Rows[1][row])
		if f.Equal(&product, &s.Rows[2][row]) {
			return
		}
		for first := wrong.Load(); int64(row) < first; first = wrong.Load() {
			wrong.CompareAndSwap(first, int64(row))
		}
	})
	if row := wrong.Load(); row < int64(rows) {
		return nil, fmt.Errorf("%w: constraint #%d is not satisfied", ErrInvalidSolution, row)
	}
	return s, nil
}

func valueOf[E any](
	f *curve.Field[E], sys *System[E], e constraint.LinearExpression, wires []E,
) (sum E) {
	for _, t := range e {
		wire := &wires[t.VID]
		switch t.CID {
		case constraint.CoeffIdZero:
		case constraint.CoeffIdOne:
			f.Add(&sum, &sum, wire)
		case constraint.CoeffIdMinusOne:
			f.Sub(&sum, &sum, wire)
		default:
			var term E
			f.Add(&sum, &sum, f.Mul(&term, &sys.Coefficients[t.CID], wire))
		}
	}
	return sum
}
