package solver

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

func (m *Machine[E]) invert(code []uint32, pc int) int {
	n := int(code[pc+1])
	pc += 2
	x, wires := grow(&m.scratch.denominators, n), grow(&m.scratch.code, n)
	for i := range x {
		wires[i] = code[pc]
		pc = m.loops.Evaluate(code, pc+1, &x[i])
	}
	m.invertAll(x)
	for i, wire := range wires {
		m.W[wire] = x[i]
	}
	return pc
}

// assertInverse runs a [program.AssertInverse]. It needs no product: an inverse is not zero.
func (m *Machine[E]) assertInverse(code []uint32, pc int) (int, error) {
	row, wire, f := code[pc+1], &m.W[code[pc+2]], m.system.Scalars
	if m.isRead(row) {
		factor, inverse, product := m.Row(row)
		if code[pc+3] == program.Left {
			factor, inverse = inverse, factor
		}
		m.loops.Evaluate(m.Program.Code, int(code[pc+4]), factor)
		*inverse, *product = *wire, f.One
	}
	if f.IsZero(wire) {
		return pc, Unsatisfied(row)
	}
	return pc + 5, nil
}

// quotients runs a [program.Quotients]. Quotients that are 0 need no inversion.
func (m *Machine[E]) quotients(code []uint32, pc int) (int, error) {
	f, minuend, x := m.system.Scalars, &m.scratch.minuend, &m.scratch.x
	pc = m.loops.Evaluate(code, pc+1, minuend)
	n := int(code[pc])
	pc++
	wires := grow(&m.scratch.code, n)[:0]
	numerators := grow(&m.scratch.numerators, n)
	denominators := grow(&m.scratch.denominators, n)
	for range n {
		wire, i := code[pc], len(wires)
		pc = m.loops.Evaluate(code, pc+1, &numerators[i])
		pc = m.loops.Evaluate(code, pc, x)
		if f.Sub(&denominators[i], minuend, x); f.IsZero(&denominators[i]) {
			return pc, ErrConstraint
		}
		if f.IsZero(&numerators[i]) {
			m.W[wire] = numerators[i]
			continue
		}
		wires = append(wires, wire)
	}
	m.invertAll(denominators[:len(wires)])
	for i, wire := range wires {
		if w := &m.W[wire]; f.Equal(&numerators[i], &f.One) {
			*w = denominators[i]
		} else {
			f.Mul(w, &numerators[i], &denominators[i])
		}
	}
	return pc, nil
}

// divide runs a [program.Divide]. Most quotients of a lookup argument are 0, for a table has more
// rows than the circuit reads. These need no inversion, nor the divisor where nobody reads the row.
func (m *Machine[E]) divide(code []uint32, pc int) (int, error) {
	n, f := int(code[pc+1]), m.system.Scalars
	pc += 2
	numerators := grow(&m.scratch.numerators, n)
	denominators := grow(&m.scratch.denominators, n)
	places := grow(&m.scratch.code, n)[:0]
	for range n {
		place, d := uint32(pc), code[pc:]
		side, divisor, c := m.sides(d[0], d[1])
		w := &m.W[d[2]]
		pc = m.loops.Evaluate(code, pc+4, c)
		rest, zero := pc+1, f.IsZero(c)
		if zero && !m.isRead(d[1]) && code[rest] == program.Zero {
			*w = *c
			pc = rest + int(code[pc])
			continue
		}
		pc = m.loops.Evaluate(code, rest, side)
		pc = m.loops.Evaluate(code, pc, divisor)
		*w = *side
		if zero {
			m.divideZero(w, side, divisor, d[3])
			continue
		}
		i := len(places)
		numerators[i], denominators[i] = *c, *divisor
		places = append(places, place)
	}
	numerators, denominators = numerators[:len(places)], denominators[:len(places)]
	m.invertAll(denominators)
	f.Vectors.Mul(denominators, denominators, numerators)
	for i, place := range places {
		d, quotient := code[place:], &denominators[i]
		if f.IsZero(quotient) {
			return pc, Unsatisfied(d[1])
		}
		w := &m.W[d[2]]
		f.Sub(w, quotient, w)
		m.loops.Scale(w, d[3])
		side, _, _ := m.sides(d[0], d[1])
		*side = *quotient
	}
	return pc, nil
}

// divideZero sets a division's wire where C is 0. Until then the wire has the rest of its side. If
// the divisor is 0, too, any value will do, and gnark chooses 0.
func (m *Machine[E]) divideZero(w, side, divisor *E, inverse uint32) {
	var zero E
	if m.system.Scalars.IsZero(divisor) {
		*w = zero
		return
	}
	m.system.Scalars.Neg(w, w)
	m.loops.Scale(w, inverse)
	*side = zero
}

// sides returns where the values of a row go: the side that has a division's wire, the other side,
// and C.
func (m *Machine[E]) sides(of, row uint32) (side, divisor, c *E) {
	a, b, c := m.Row(row)
	if of == program.Left {
		return a, b, c
	}
	return b, a, c
}

// divideSparse runs a [program.SparseDivide]. Quotients that are 0 need no inversion.
func (m *Machine[E]) divideSparse(code []uint32, pc int) (int, error) {
	const words = program.DivisionWords
	n, f := int(code[pc+1]), m.system.Scalars
	pc += 2
	end := pc + words*n
	numerators := grow(&m.scratch.numerators, n)[:0]
	denominators := grow(&m.scratch.denominators, n)[:0]
	places := grow(&m.scratch.code, n)[:0]
	x, divisor := &m.scratch.x, &m.scratch.minuend
	for ; pc < end; pc += words {
		d := code[pc:][:words]
		wire, other := d[2+d[0]], d[3-d[0]]
		*divisor = m.Constants[d[5+d[0]]]
		m.loops.Accumulate(divisor, d[8], other)
		if f.IsZero(divisor) {
			return pc, Unsatisfied(d[1])
		}
		*x = m.Constants[d[9]]
		m.loops.Accumulate(x, d[6-d[0]], other)
		m.loops.Accumulate(x, d[7], d[4])
		if m.W[wire] = *x; f.IsZero(x) {
			m.setRow(d)
			continue
		}
		numerators, denominators = append(numerators, *x), append(denominators, *divisor)
		places = append(places, uint32(pc))
	}
	m.invertAll(denominators)
	f.Vectors.Mul(denominators, denominators, numerators)
	for i, place := range places {
		d := code[place:][:words]
		f.Neg(&m.W[d[2+d[0]]], &denominators[i])
		m.setRow(d)
	}
	return end, nil
}

// setRow sets the row of a division, if rows are wanted.
func (m *Machine[E]) setRow(d []uint32) {
	if row := d[1]; m.A != nil {
		m.A[row], m.B[row], m.C[row] = m.W[d[2]], m.W[d[3]], m.W[d[4]]
	}
}
