package solver

import (
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// integer sets v to the integer of the expression at pc, by all its words.
func (m *Machine[E]) integer(code []uint32, pc int, v []uint64) int {
	x := &m.scratch.x
	end := m.loops.Evaluate(code, pc, x)
	m.loops.Words(x, v)
	return end
}

func (m *Machine[E]) bits(code []uint32, pc int) (int, error) {
	n, first, row := int(code[pc+1]), int(code[pc+2]), code[pc+3]
	x, v := &m.scratch.x, m.scratch.words
	pc = m.integer(code, pc+4, v)
	one := &m.system.Scalars.One
	digits := [2]E{1: *one}
	for i := range n {
		bit := uint64(0)
		if word := i / 64; word < len(v) {
			bit = v[word] >> (i % 64) & 1
		}
		m.W[first+i] = digits[bit]
	}
	if row == program.None {
		return pc, nil
	}
	for i := n; i < 64*len(v); i += 64 {
		if integers.Window(v, uint(i), 64) != 0 {
			return pc, Unsatisfied(row)
		}
	}
	a, b, c := m.Row(row)
	*a, *b, *c = *x, *one, *x
	return pc, nil
}

func (m *Machine[E]) limbs(code []uint32, pc int) int {
	n, first, size := int(code[pc+1]), int(code[pc+2]), uint(code[pc+3])
	v, parts := m.scratch.words, grow(&m.scratch.counts, n)
	pc = m.integer(code, pc+4, v)
	for i := range parts {
		parts[i] = integers.Window(v, uint(i)*size, size)
	}
	m.loops.SetAll(m.W[first:], parts)
	return pc
}

func (m *Machine[E]) bitwise(code []uint32, pc int) (int, error) {
	operation, wire := code[pc], code[pc+1]
	v, w := m.scratch.words, m.scratch.more
	pc = m.integer(code, pc+2, v)
	pc = m.integer(code, pc, w)
	for i := range v {
		switch operation {
		case program.Xor:
			v[i] ^= w[i]
		case program.And:
			v[i] &= w[i]
		default:
			v[i] |= w[i]
		}
	}
	return pc, m.loops.SetNatural(&m.W[wire], v)
}

func (m *Machine[E]) split(code []uint32, pc int) (int, error) {
	first, k := code[pc+1], uint(code[pc+2])
	v, remainder := m.scratch.words, m.scratch.more
	pc = m.integer(code, pc+3, v)
	clear(remainder)
	for i := range remainder {
		if from := 64 * uint(i); from < k {
			remainder[i] = integers.Window(v, from, min(k-from, 64))
		}
	}
	for i := range v { // the quotient, whose words come from higher ones
		v[i] = integers.Window(v, k+64*uint(i), 64)
	}
	if err := m.loops.SetNatural(&m.W[first], v); err != nil {
		return pc, err
	}
	return pc, m.loops.SetNatural(&m.W[first+1], remainder)
}

func (m *Machine[E]) modulo(code []uint32, pc int) (int, error) {
	n, first := code[pc+1], code[pc+2]
	modulus := uint64(code[pc+3]) | uint64(code[pc+4])<<32
	v, w := m.scratch.words, m.scratch.more
	pc = m.integer(code, pc+5, v)
	pc = m.integer(code, pc, w)
	quotient, remainder := integers.Divide(v, w, modulus)
	if n == 2 {
		w[0] = remainder
		m.loops.SetAll(m.W[first+1:], w[:1])
	}
	return pc, m.loops.SetNatural(&m.W[first], quotient)
}
