package protocol

import (
	"context"
	"fmt"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// System is one of gnark's constraint systems.
type System[E any] struct {
	*constraint.System
	Coefficients []E
	// Solve solves the system. commit computes the commitments for our solver; gnark's finds it
	// among the options.
	Solve Solve[E]
	// Wires is Solve for the wires alone. A follower is told of them meanwhile, unless it is nil.
	Wires func(own.Follower[E]) Solve[E]
	// Prepare does ahead what Solve does for the first witness.
	Prepare func()
}

// Solve solves a system.
type Solve[E any] func(
	ctx context.Context, w witness.Witness, commit func([]E) (E, error), opts ...solver.Option,
) (*Solution[E], error)

// Solution is a solution of a system.
type Solution[E any] struct {
	W       []E      // the values of the wires
	A, B, C []E      // the values of the constraints' expressions; nil if only W is known
	Solver  own.Name // which one ran
	Release func()   // gives the memory of the values back; nothing may use them then
}

// Check refuses a system that Groth16 does not prove.
func (s *System[E]) Check() error {
	switch {
	case s == nil:
		return fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	case s.Type != constraint.SystemR1CS:
		return fmt.Errorf("%w: the constraint system is not an R1CS", ErrInvalidInput)
	}
	if _, ok := s.CommitmentInfo.(constraint.Groth16Commitments); !ok {
		return notGroth16Commitments()
	}
	return nil
}

func notGroth16Commitments() error {
	return fmt.Errorf("%w: the constraint system's commitments are not those of Groth16",
		ErrInvalidInput)
}

// Commitments are the system's, after Check.
func (s *System[E]) Commitments() constraint.Groth16Commitments {
	return s.CommitmentInfo.(constraint.Groth16Commitments)
}

// NbWires is the number of wires.
func (s *System[E]) NbWires() int {
	return s.GetNbPublicVariables() + s.GetNbSecretVariables() + s.GetNbInternalVariables()
}

// checkWitness refuses a witness over another field. Whether it fits the system is left to the
// solver.
func checkWitness[E any](f *algebra.Field[E], fullWitness witness.Witness) error {
	if fullWitness == nil {
		return fmt.Errorf("%w: no witness", ErrInvalidInput)
	}
	if _, ok := f.Elements(fullWitness.Vector()); !ok {
		return fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return nil
}

// Hidden returns the wires behind the public ones that have no point in the key's vector K. They
// are the private committed wires, whose points are those of the commitment keys, and the wires
// that hold the commitments, which the verifier treats as public inputs. They ascend, and none is
// there twice.
func Hidden(commitments constraint.Groth16Commitments) []int {
	wires := slices.Concat(commitments.GetPrivateCommitted()...)
	wires = append(wires, commitments.CommitmentIndexes()...)
	slices.Sort(wires)
	return slices.Compact(wires)
}

// Sizes are the numbers of points of a key's vectors, and of the wires that they meet.
type Sizes = device.Sizes

// mostPoints is above the size of any key, and of any vector on a device.
const mostPoints = 1 << 31

// checkSizes returns an error for sizes that no key has.
func checkSizes(z Sizes) error {
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
	if s == nil || s.Type != constraint.SystemR1CS {
		return Sizes{}, fmt.Errorf("%w: no R1CS", ErrInvalidInput)
	}
	commitments, ok := s.CommitmentInfo.(constraint.Groth16Commitments)
	if !ok {
		return Sizes{}, notGroth16Commitments()
	}
	wires := s.NbWires()
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
