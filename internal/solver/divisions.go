package solver

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

func (m *Machine[E]) invert(code []uint32, pc int) int {
	n := int(code[pc+1])
	pc += 2
	x, wires := Grow(&m.Scratch.denominators, n), Grow(&m.Scratch.code, n)
	for i := range x {
		wires[i] = code[pc]
		pc = m.loops.Evaluate(code, pc+1, &x[i])
	}
	m.loops.Invert(x)
	for i, wire := range wires {
		m.W[wire] = x[i]
	}
	return pc
}

func (m *Machine[E]) quotients(code []uint32, pc int) (int, error) {
	f, minuend, x := m.system.Scalars, &m.Scratch.minuend, &m.Scratch.x
	pc = m.loops.Evaluate(code, pc+1, minuend)
	n := int(code[pc])
	pc++
	wires := Grow(&m.Scratch.code, n)
	numerators := Grow(&m.Scratch.numerators, n)
	denominators := Grow(&m.Scratch.denominators, n)
	for i := range denominators {
		wires[i] = code[pc]
		pc = m.loops.Evaluate(code, pc+1, &numerators[i])
		pc = m.loops.Evaluate(code, pc, x)
		if f.Sub(&denominators[i], minuend, x); f.IsZero(&denominators[i]) {
			return pc, ErrConstraint
		}
		if f.IsZero(&numerators[i]) {
			denominators[i] = numerators[i] // the quotient is 0, without an inversion
		}
	}
	m.loops.Invert(denominators)
	for i := range denominators {
		if w := &m.W[wires[i]]; f.Equal(&numerators[i], &f.One) {
			*w = denominators[i]
		} else {
			f.Mul(w, &numerators[i], &denominators[i])
		}
	}
	return pc, nil
}

// divide runs a [program.Divide]. Most quotients of a lookup argument are 0, for a table has more
// rows than the circuit reads. These need no inversion.
func (m *Machine[E]) divide(code []uint32, pc int) (int, error) {
	n, f := int(code[pc+1]), m.system.Scalars
	pc += 2
	denominators := Grow(&m.Scratch.denominators, n)
	places := Grow(&m.Scratch.code, n)
	for i := range places {
		places[i] = uint32(pc)
		row := code[pc+1]
		_, divisor := m.sides(code[pc], row)
		pc = m.loops.Evaluate(code, pc+4, &m.A[row])
		pc = m.loops.Evaluate(code, pc, &m.B[row])
		pc = m.loops.Evaluate(code, pc, &m.C[row])
		if denominators[i] = *divisor; f.IsZero(&m.C[row]) {
			denominators[i] = m.C[row]
		}
	}
	m.loops.Invert(denominators)
	for i, place := range places {
		d := code[place:]
		row, w, quotient := d[1], &m.W[d[2]], &denominators[i]
		side, divisor := m.sides(d[0], row)
		if f.IsZero(quotient) {
			if c := &m.C[row]; !f.IsZero(c) {
				return pc, Unsatisfied(row)
			}
			if f.IsZero(divisor) { // any value of the wire will do, and gnark chooses 0
				*w = *quotient
				continue
			}
		} else {
			f.Mul(quotient, quotient, &m.C[row])
		}
		f.Sub(w, quotient, side)
		*side = *quotient
		m.loops.Scale(w, d[3])
	}
	return pc, nil
}

// sides returns the side of a row that has a division's wire, and the other one.
func (m *Machine[E]) sides(of, row uint32) (side, divisor *E) {
	if of == program.Left {
		return &m.A[row], &m.B[row]
	}
	return &m.B[row], &m.A[row]
}

// divideSparse runs a [program.SparseDivide].
func (m *Machine[E]) divideSparse(code []uint32, pc int) (int, error) {
	const words = program.DivisionWords
	n, f := int(code[pc+1]), m.system.Scalars
	pc += 2
	end := pc + words*n
	denominators := Grow(&m.Scratch.denominators, n)
	for i := range denominators {
		d := code[pc+words*i:][:words]
		other, q := d[3-d[0]], d[5+d[0]]
		denominators[i] = m.Constants[q]
		m.loops.Accumulate(&denominators[i], d[8], other)
		if f.IsZero(&denominators[i]) {
			return pc, Unsatisfied(d[1])
		}
	}
	m.loops.Invert(denominators)
	x := &m.Scratch.x
	for i := range denominators {
		d := code[pc+words*i:][:words]
		wire, other, q := d[2+d[0]], d[3-d[0]], d[6-d[0]]
		*x = m.Constants[d[9]]
		m.loops.Accumulate(x, q, other)
		m.loops.Accumulate(x, d[7], d[4])
		f.Mul(x, x, &denominators[i])
		f.Neg(&m.W[wire], x)
		if row := d[1]; m.A != nil {
			m.A[row], m.B[row], m.C[row] = m.W[d[2]], m.W[d[3]], m.W[d[4]]
		}
	}
	return end, nil
}
