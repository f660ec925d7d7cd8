package solver

import (
	"errors"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Field is a scalar field, with the entries of the systems over it. An element E has its words,
// in Montgomery form and fully reduced.
type Field[E any] struct {
	*curve.Field[E]
	Words int // of an element

	Loops func(*Machine[E]) Loops[E]
	// Invert inverts all elements but zeros by one inversion. Room has [spare] elements more.
	Invert func(x, room []E)
	Solutions[E]
	// ToU64 and FromU64 convert to gnark's type for the elements of all fields, and back.
	ToU64   func(*E) constraint.U64
	FromU64 func(*constraint.U64) E

	entries entries[E]
}

// Small returns the first numbers. Most that circuits count, or cut into bits, are among them.
func Small[E any](f *curve.Field[E]) []E {
	small := make([]E, 64)
	for i := range small {
		f.SetUint64(&small[i], uint64(i))
	}
	return small
}

// Loops are the half of a machine that is generated for its field.
type Loops[E any] interface {
	// Run runs the operations that begin in code[pc:end], and returns where the last one ends. Some
	// of them [Machine.Step] runs.
	Run(code []uint32, pc, end int) (int, error)
	// Evaluate sets z to the value of the expression at pc, and returns where it ends.
	Evaluate(code []uint32, pc int, z *E) int
	// Read sets z to the value of an expression of the system's calldata, and returns its length.
	Read(calldata []uint32, z *E) int
	// Words sets v to the canonical integer of x, by all its words.
	Words(x *E, v []uint64)
	// Accumulate adds a coefficient times a wire to z, or itself for the wire of constants.
	Accumulate(z *E, coefficient, wire uint32)
	// Scale multiplies z by a constant.
	Scale(z *E, constant uint32)
	SetAll(z []E, values []uint64)
	// SetNatural sets z to a natural number by its words, or returns [ErrLong].
	SetNatural(z *E, x []uint64) error
}

var ErrLong = errors.New("solver: an output of a hint is too long")

// Typed is a system in gnark's type for its field.
type Typed interface {
	translate.Field
	Solve(witness.Witness, ...gnark.Option) (any, error)
}
