package machine

import (
	"errors"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	csolver "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Element is a field element of gnark-crypto: its words, in Montgomery form and fully reduced.
type Element interface{ ~[4]uint64 | ~[6]uint64 }

// Field is a scalar field, with what is known of the systems over it.
type Field[E Element] struct {
	One   E
	Loops func(*Machine[E]) Loops[E]
	// Values returns the values of a witness's vector as wires, or those of a solution in gnark's
	// type. Rows are A, B and C, or L, R and O.
	Values func(of any) (wires []E, rows [3][]E, ok bool)
	Gnarks func(*Solution[E]) any // in gnark's type

	programs solver.Programs[constraint.System, *Program[E]]
}

// Loops are the half of a machine that is generated for its field.
type Loops[E any] interface {
	// Run runs all operations, most of them by itself and others by [Machine.Step].
	solver.Worker
	// Evaluate sets z to the value of the expression at pc, and returns where it ends.
	Evaluate(code []uint32, pc int, z *E) int
	// Word is Evaluate for the lowest word of the value's canonical integer, and the bits that any
	// other word has.
	Word(code []uint32, pc int) (low, beyond uint64, end int)
	// Read sets z to the value of an expression of the system's calldata, and returns its length.
	Read(calldata []uint32, z *E) int
	// Words sets v to the canonical integer of x, by all its words.
	Words(x *E, v []uint64)
	// Accumulate adds a coefficient times a wire to z, or itself for the wire of constants.
	Accumulate(z *E, coefficient, wire uint32)
	Neg(z, x *E)
	SetAll(z []E, values []uint64)
	// SetNatural sets z to a natural number by its words, or returns [ErrLong].
	SetNatural(z *E, x []uint64) error
}

var ErrLong = errors.New("solver: an output of a hint is too long")

// toU64 returns an element in gnark's type for those of all fields.
func toU64[E Element](x *E) (z constraint.U64) {
	for i := range len(*x) {
		z[i] = (*x)[i]
	}
	return z
}

func fromU64[E Element](x *constraint.U64) (z E) {
	for i := range len(z) {
		z[i] = x[i]
	}
	return z
}

// Typed is a system in gnark's type for its field.
type Typed interface {
	translate.Field
	Solve(witness.Witness, ...csolver.Option) (any, error)
}
