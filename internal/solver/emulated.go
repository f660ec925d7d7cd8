package solver

import (
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

func (m *Machine[E]) equate(e *program.Equating) error {
	work := m.limbsOf(e.Code)
	if err := e.Solve(work); err != nil {
		return err
	}
	outputs := m.W[e.First:]
	for _, values := range [...][]uint64{work.Quotient, work.Remainder} {
		m.loops.SetAll(outputs, values)
		outputs = outputs[len(values):]
	}
	for i := range e.Carries {
		v, negative := work.Carry(i)
		if err := m.loops.SetNatural(&outputs[i], v); err != nil {
			return err
		}
		if negative {
			m.system.Scalars.Neg(&outputs[i], &outputs[i])
		}
	}
	if e.Signed {
		var sign E
		if work.Negative {
			sign = m.system.Scalars.One
		}
		outputs[e.Carries] = sign
	}
	return nil
}

func (m *Machine[E]) fraction(f *program.Fraction) error {
	work := m.limbsOf(f.Code)
	if err := f.Solve(work); err != nil {
		return err
	}
	m.loops.SetAll(m.W[f.First:], work.Remainder)
	return nil
}

func (m *Machine[E]) limbsOf(code []uint32) *integers.Work {
	work, x, v := &m.scratch.limbs, &m.scratch.x, m.scratch.words
	for i, pc := 0, 0; pc < len(code); i++ {
		pc = m.loops.Evaluate(code, pc, x)
		m.loops.Words(x, v)
		work.Set(i, v)
	}
	return work
}
