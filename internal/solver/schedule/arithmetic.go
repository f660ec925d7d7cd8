package schedule

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// Arithmetic is the part of a program that no translation can spare: the products and inversions of
// field elements. Those of hints that are functions are not counted.
type Arithmetic struct{ Products, Inversions int }

// ArithmeticOf returns that of a program, assertions included.
func ArithmeticOf(p *program.Program, system *constraint.System) (Arithmetic, error) {
	f := newFootprint(p, system)
	err := try(func() {
		for _, code := range [][]uint32{p.Code, p.Checks} {
			for pc := 0; pc < len(code); {
				pc = f.operation(code, pc)
			}
		}
	})
	return f.arithmetic, err
}

// shared is the number of products for each element that shares an inversion.
const shared = 3

// add counts the operation that code begins with, without its expressions.
func (a *Arithmetic) add(p *program.Program, code []uint32) {
	batch := func(products int) {
		a.Inversions++
		a.Products += int(code[1]) * (shared + products)
	}
	switch operation := code[0]; {
	case operation == program.Invert:
		batch(0)
	case operation == program.Quotients:
		batch(1)
	case operation < program.Product:
	case p.Sparse && operation == program.SparseDivide, !p.Sparse && operation == program.Divide:
		batch(1)
	case multiplies(p.Sparse, operation):
		a.Products++
	}
}

// multiplies reports whether an operation is a product of two wires or sides.
func multiplies(sparse bool, operation uint32) bool {
	if sparse {
		switch operation {
		case program.SparseScale, program.SparseMul, program.SparseMulScaled,
			program.SparseOutput, program.SparseAssert:
			return true
		}
		return false
	}
	switch operation {
	case program.Product, program.ProductRest, program.Assert:
		return true
	}
	return false
}

// try runs f, which reads the calldata of a system that may come from a file. An error wraps
// [program.ErrUnsupported].
func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", program.ErrUnsupported, r)
		}
	}()
	f()
	return nil
}
