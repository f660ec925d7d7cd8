package solver

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Step runs the operation at pc, one that [Loops] leave, and returns where it ends.
func (m *Machine[E]) Step(code []uint32, pc int) (int, error) {
	switch code[pc] {
	case program.Invert:
		return m.invert(code, pc), nil
	case program.Bits:
		return m.bits(code, pc)
	case program.Limbs:
		return m.limbs(code, pc), nil
	case program.Xor, program.And, program.Or:
		return m.bitwise(code, pc)
	case program.Split:
		return m.split(code, pc)
	case program.Quotients:
		return m.quotients(code, pc)
	case program.Modulo:
		return m.modulo(code, pc)
	case program.Divide:
		return m.divide(code, pc)
	case program.SparseDivide:
		return m.divideSparse(code, pc)
	case program.AssertInverse:
		return m.assertInverse(code, pc)
	case program.Equate:
		return pc + 2, m.equate(&m.Program.Equations[code[pc+1]])
	case program.Divided:
		return pc + 2, m.fraction(&m.Program.Fractions[code[pc+1]])
	case program.Find:
		return pc + 3, m.find(code[pc+1], code[pc+2])
	case program.Count:
		m.count(code[pc+1])
		return pc + 2, nil
	case program.CountElements:
		return pc + 2, m.countElements(&m.Program.Counts[code[pc+1]])
	case program.Collect:
		m.collect(code[pc+1], code[pc+2])
		return pc + 3, nil
	case program.Commit:
		return pc + 2, m.commitment(code[pc+1])
	case program.Hint:
		return pc + 2, m.hint(code[pc+1])
	case program.Lookup:
		return pc + 2, m.lookup(code[pc+1])
	case program.Custom:
		return pc + 3, m.custom(code[pc+1], code[pc+2])
	}
	return pc, fmt.Errorf("solver: no operation %d", code[pc])
}
