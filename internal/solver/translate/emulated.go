package translate

import (
	"encoding/binary"
	"slices"

	gnarkmodule "github.com/consensys/gnark"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// multiply translates a product of emulated elements. Its inputs are the size of limbs, the numbers
// of limbs of the modulus, of the first factor and of the quotient, the modulus, and both factors.
func (c *call) multiply() bool {
	e := &integers.Equation{Terms: []integers.Term{{Coefficient: 1, Factors: []int{0, 1}}}}
	e.Size, e.Remainder = uint(c.size()), c.size()
	first := c.size()
	e.Quotient = c.size()
	e.Modulus = c.modulus(e.Remainder, e.Size)
	second := c.left - first
	c.constants = append(c.constants, uint64(second))
	e.Variables = []int{first, second}
	c.values(first)
	c.values(second)
	e.Carries = max(first+second-1, e.Quotient+e.Remainder-1, 0) - 1
	return c.equate(e, false)
}

// polynomial translates the value of an emulated polynomial. Its inputs are the size of limbs, the
// numbers of limbs of the modulus, of terms and of variables, and of the limbs of quotient,
// remainder and carries; the terms' signs; their exponents; their coefficients; the modulus; and
// the variables, each after its number of limbs. Before gnark v0.15.0 there were no signs, and the
// remainder had as many limbs as the modulus. The inputs of v0.15.0 differ, and are left to its
// hint.
func (c *call) polynomial() bool {
	if signs && !counts {
		return false
	}
	e := new(integers.Equation)
	e.Size = uint(c.size())
	n, terms, variables := c.size(), c.size(), c.size()
	e.Quotient, e.Remainder = c.size(), n
	if counts {
		e.Remainder = c.size()
	}
	e.Carries = c.size()
	if terms*(variables+1) > c.left || e.Remainder != 0 && e.Remainder != n {
		return false
	}
	e.Terms = make([]integers.Term, terms)
	for i := range e.Terms {
		e.Terms[i].Negative = signs && c.size() != 0
	}
	for i := range e.Terms {
		for v := range variables {
			for range c.below(8) { // powers of limbs are soon too long
				e.Terms[i].Factors = append(e.Terms[i].Factors, v)
			}
		}
		if !signs && len(e.Terms[i].Factors) == 0 { // gnark's carries lacked such terms
			return false
		}
	}
	for i := range e.Terms {
		e.Terms[i].Coefficient = c.constant()
	}
	e.Modulus = c.modulus(n, e.Size)
	for range variables {
		e.Variables = append(e.Variables, c.size())
		c.values(e.Variables[len(e.Variables)-1])
	}
	return c.equate(e, signs)
}

// signs says that terms and quotients of polynomials have signs. counts says that the remainder's
// limbs are counted. Inputs of another number than this gnark's are left to its hint.
var (
	signs  = gnarkmodule.Version.Major > 0 || gnarkmodule.Version.Minor >= 15
	counts = gnarkmodule.Version.Major > 0 || gnarkmodule.Version.Minor >= 16
)

func (c *call) equate(e *integers.Equation, signed bool) bool {
	t := c.t
	x := program.Equating{Equation: e, First: c.First, Signed: signed, Code: slices.Clone(c.code)}
	if !c.complete() || e.Size < 1 || e.Size > 64 || e.Carries < 0 || x.Outputs() != c.NbOutputs {
		return false
	}
	t.refer(toEquation, program.Equate, uint32(len(t.equations)))
	x.Equation = c.shared(e)
	t.equations = append(t.equations, x)
	return true
}

// shared returns an equation with the same constants that was translated before, or this one.
func (c *call) shared(e *integers.Equation) *integers.Equation {
	key := binary.LittleEndian.AppendUint32(nil, uint32(c.ID))
	for _, x := range c.constants {
		key = binary.LittleEndian.AppendUint64(key, x)
	}
	first, _ := c.t.equal.LoadOrStore(string(key), e)
	return first.(*integers.Equation)
}

// fraction: inputs are the size of limbs, the numbers of limbs of the modulus, of the denominator
// and of the numerator; the modulus, the numerator, and the denominator.
func (c *call) fraction() bool {
	f := new(integers.Fraction)
	f.Size = uint(c.size())
	n := c.size()
	f.Denominator, f.Numerator = c.size(), c.size()
	f.Modulus = c.modulus(n, f.Size)
	return f.Numerator > 0 && c.divided(f)
}

// inverse: the size of limbs, the number of the modulus's, the modulus, and the denominator.
func (c *call) inverse() bool {
	f := new(integers.Fraction)
	f.Size = uint(c.size())
	f.Modulus = c.modulus(c.size(), f.Size)
	f.Denominator = c.left
	return f.Denominator >= len(f.Modulus) && c.divided(f)
}

func (c *call) divided(f *integers.Fraction) bool {
	c.values(f.Numerator + f.Denominator)
	if !c.complete() || f.Size < 1 || f.Size > 64 || len(f.Modulus) != c.NbOutputs {
		return false
	}
	t := c.t
	t.refer(toFraction, program.Divided, uint32(len(t.fractions)))
	x := program.Fraction{Fraction: f, First: c.First, Code: slices.Clone(c.code)}
	t.fractions = append(t.fractions, x)
	return true
}

// modulus returns the next n inputs, the limbs of a number other than 0.
func (c *call) modulus(n int, size uint) []uint64 {
	modulus, some := make([]uint64, n), false
	for i := range modulus {
		modulus[i] = c.constant()
		c.ok = c.ok && (size >= 64 || modulus[i]>>size == 0)
		some = some || modulus[i] != 0
	}
	c.ok = c.ok && some
	return modulus
}
