package program

import "github.com/gnark-accel/gnark-accel/internal/solver/integers"

// Equating is a sum of products, reduced modulo the modulus of an emulated field.
type Equating struct {
	*integers.Equation
	First  uint32   // the wire of the quotient's first limb; remainder and carries follow
	Signed bool     // the quotient's sign follows, too
	Code   []uint32 // the expressions of the variables' limbs
}

func (e *Equating) Outputs() int {
	n := e.Quotient + e.Remainder + e.Carries
	if e.Signed {
		n++
	}
	return n
}

// Fraction is a quotient modulo the modulus of an emulated field.
type Fraction struct {
	*integers.Fraction
	First uint32   // the wire of the first limb
	Code  []uint32 // the expressions of the limbs of numerator and denominator
}
