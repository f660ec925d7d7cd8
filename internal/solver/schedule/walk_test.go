package schedule

import (
	"testing"

	. "github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// testWellFormed reads a program from beginning to end by its operations' lengths. Each row of an
// R1CS is set once. Sparse programs have few operations, and the solvers' tests have them all.
func testWellFormed(t *testing.T, p *Program) {
	if p.Sparse {
		return
	}
	rows := make([]int, p.Rows)
	for _, code := range [][]uint32{p.Code, p.Checks} {
		for pc := 0; pc < len(code); {
			next := operation(code, pc, rows)
			if next <= pc || next > len(code) {
				t.Fatalf("operation %d at %d of %d ends at %d", code[pc], pc, len(code), next)
			}
			pc = next
		}
	}
	for row, n := range rows {
		if n != 1 {
			t.Fatalf("row %d is set %d times", row, n)
		}
	}
}

// operation returns where an operation of an R1CS ends, and counts its rows.
func operation(code []uint32, pc int, rows []int) int {
	expressions := func(n, at int) int {
		for range n {
			at += words(code[at:])
		}
		return at
	}
	count := func(row uint32) { rows[row]++ }
	switch code[pc] {
	case Invert:
		end := pc + 2
		for range code[pc+1] {
			end = expressions(1, end+1)
		}
		return end
	case Bits:
		if row := code[pc+3]; row != None {
			count(row)
		}
		return expressions(1, pc+4)
	case Split:
		return expressions(1, pc+3)
	case Limbs:
		return expressions(1, pc+4)
	case Xor, And, Or:
		return expressions(2, pc+2)
	case Quotients:
		return expressions(1+2*int(code[pc+1]), pc+3)
	case Modulo:
		return expressions(2, pc+5)
	case Find, Collect, Custom:
		return pc + 3
	case Count, CountElements, Equate, Divided, Commit, Hint, Lookup:
		return pc + 2
	case Product:
		count(code[pc+1])
		return expressions(2, pc+3)
	case Mask:
		count(code[pc+1])
		return expressions(1, pc+5)
	case SquareBits:
		count(code[pc+1])
		return pc + 5
	case ProductRest:
		count(code[pc+1])
		return expressions(3, pc+4)
	case Linear:
		count(code[pc+1])
		return expressions(2, pc+4)
	case Divide:
		end := pc + 2
		for range code[pc+1] {
			count(code[end+1])
			end = expressions(3, end+4)
		}
		return end
	case Assert:
		count(code[pc+1])
		return expressions(3, pc+2)
	case AssertLinear, AssertZero:
		count(code[pc+1])
		return expressions(2, pc+2)
	}
	return 0
}

// words returns the length of an expression.
func words(code []uint32) int {
	switch code[0] {
	case Zero:
		return 1
	case Constant, Wire, Negated, Double, SideA, SideB, NegatedDouble:
		return 2
	case Scaled, Sum2, SumConstant, Difference, ConstantMinus:
		return 3
	case Few:
		return 3 + int(code[1])
	case Sum3, Sum2Constant, SumBit, SumScaled:
		return 4
	case Sum:
		return 2 + int(code[1])
	case Combination:
		n := 2 + 2*int(code[1])
		return n + words(code[n:])
	}
	n := GeneralTerms + int(code[GeneralPlus]+code[GeneralMinus]) +
		2*int(code[GeneralSmallPlus]+code[GeneralSmallMinus]+code[GeneralLarge])
	for range code[GeneralGroups] {
		n += 2 + int(code[n+1])
	}
	return n
}
