package system

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Sizes are the numbers of points of a key's vectors, and of the wires that they meet.
type Sizes = device.Sizes

// mostPoints is above the size of any key, and of any vector on a device.
const mostPoints = 1 << 31

// CheckSizes returns an error for sizes that no key has.
func CheckSizes(z Sizes) error {
	m := z.Constraints
	for _, n := range slices.Concat(z.Commitments, []int{
		z.Domain, z.Wires, z.A, z.B, z.K, z.Z, m.Coefficients, m.Short.Rows, m.Short.Terms,
		m.Pieces.Rows, m.Pieces.Terms, m.Long.Rows, m.Long.Terms,
	}) {
		if n < 0 || n > mostPoints {
			return fmt.Errorf("%w: %d among the sizes of a key", ErrInvalidInput, n)
		}
	}
	if z.Domain&(z.Domain-1) != 0 {
		return fmt.Errorf("%w: a domain of %d elements", ErrInvalidInput, z.Domain)
	}
	return nil
}

// SizesOf returns the sizes of the keys that the setup makes for a constraint system.
func SizesOf[E any](s *System[E]) (Sizes, error) {
	if err := s.Check(); err != nil {
		return Sizes{}, err
	}
	commitments, wires := s.Commitments(), s.NbWires()
	z := Sizes{Domain: int(ecc.NextPowerOfTwo(uint64(s.GetNbConstraints()))), Wires: wires}
	z.K, z.Z = wires-s.GetNbPublicVariables()-len(Hidden(commitments)), z.Domain-1
	left, right := make([]bool, wires), make([]bool, wires)
	for it, c := s.GetR1CIterator(), (*constraint.R1C)(nil); ; {
		if c = it.Next(); c == nil {
			break
		}
		z.A += mark(left, c.L)
		z.B += mark(right, c.R)
		for _, terms := range []constraint.LinearExpression{c.L, c.R, c.O} {
			z.Constraints.Add(termsOf(terms))
		}
	}
	z.Constraints.Coefficients = len(s.Coefficients)
	for i := range commitments {
		z.Commitments = append(z.Commitments, len(commitments[i].PrivateCommitted))
	}
	return z, nil
}

// termsOf returns the number of an expression's terms whose coefficient is not 0.
func termsOf(expression constraint.LinearExpression) (n int) {
	for _, term := range expression {
		if term.CoeffID() != constraint.CoeffIdZero {
			n++
		}
	}
	return n
}

// mark marks the wires of an expression, whose points are finite, and returns how many are new.
func mark(finite []bool, expression constraint.LinearExpression) (added int) {
	for _, term := range expression {
		if i := term.WireID(); term.CoeffID() != constraint.CoeffIdZero && !finite[i] {
			finite[i] = true
			added++
		}
	}
	return added
}
