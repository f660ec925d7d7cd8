package program

import "github.com/gnark-accel/gnark-accel/internal/solver/limbs"

// Equating is a sum of products that is reduced modulo the modulus of an emulated field.
type Equating struct {
	*limbs.Equation
	// First is the wire of the quotient's first limb. Those of remainder and carries follow.
	First uint32
	// Signed says that the quotient's sign follows, too.
	Signed bool
	// Code has the expressions of the variables' limbs.
	Code []uint32
}

// Outputs returns the number of wires that are set.
func (e *Equating) Outputs() int {
	n := e.Quotient + e.Remainder + e.Carries
	if e.Signed {
		n++
	}
	return n
}

// Fraction is a quotient modulo the modulus of an emulated field.
type Fraction struct {
	*limbs.Fraction
	// First is the wire of the first limb.
	First uint32
	// Code has the expressions of the limbs of numerator and denominator.
	Code []uint32
}
