package translate

import (
	"encoding/binary"

	gnarkmodule "github.com/consensys/gnark"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/limbs"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// multiply translates a product of emulated elements. Its inputs are the size of limbs, the numbers
// of those of the modulus, of the first factor and of the quotient, the modulus, and both factors.
func (t *translator) multiply(h program.Call) bool {
	r := t.reader(h)
	e := &limbs.Equation{Terms: []limbs.Term{{Coefficient: 1, Factors: []int{0, 1}}}}
	e.Size, e.Remainder = uint(r.size()), r.size()
	first := r.size()
	e.Quotient = r.size()
	e.Modulus = r.modulus(e.Remainder, e.Size)
	second := r.nb - first
	r.read = append(r.read, uint64(second))
	e.Variables = []int{first, second}
	r.variable(first)
	r.variable(second)
	e.Carries = max(first+second-1, e.Quotient+e.Remainder-1, 0) - 1
	return t.equate(h, r, e, false)
}

// polynomial translates the value of an emulated polynomial. Its inputs are the size of limbs, the
// numbers of those of the modulus, of terms and of variables, and of the limbs of quotient,
// remainder and carries; the terms' signs; their exponents; their coefficients; the modulus; and
// the variables, each after its number of limbs. Before gnark v0.15.0 there were no signs, and the
// remainder had as many limbs as the modulus.
func (t *translator) polynomial(h program.Call) bool {
	r := t.reader(h)
	e := new(limbs.Equation)
	e.Size = uint(r.size())
	n, terms, variables := r.size(), r.size(), r.size()
	e.Quotient, e.Remainder = r.size(), n
	if signs {
		e.Remainder = r.size()
	}
	e.Carries = r.size()
	if terms*(variables+1) > r.nb || e.Remainder != 0 && e.Remainder != n {
		return false
	}
	e.Terms = make([]limbs.Term, terms)
	for i := range e.Terms {
		e.Terms[i].Negative = signs && r.size() != 0
	}
	for i := range e.Terms {
		for v := range variables {
			for range r.exponent() {
				e.Terms[i].Factors = append(e.Terms[i].Factors, v)
			}
		}
		if !signs && len(e.Terms[i].Factors) == 0 { // gnark's carries lacked such terms
			return false
		}
	}
	for i := range e.Terms {
		e.Terms[i].Coefficient = r.Next()
	}
	e.Modulus = r.modulus(n, e.Size)
	for range variables {
		e.Variables = append(e.Variables, r.size())
		r.variable(e.Variables[len(e.Variables)-1])
	}
	return t.equate(h, r, e, signs)
}

// signs says that terms and quotients of polynomials have signs. Inputs of another number than this
// gnark's are left to its hint.
var signs = gnarkmodule.Version.Major > 0 || gnarkmodule.Version.Minor >= 15

// equate appends an operation [program.Equate], whose inputs were read.
func (t *translator) equate(h program.Call, r *reader, e *limbs.Equation, signed bool) bool {
	call := program.Equating{Equation: e, First: h.First, Signed: signed, Code: trim(r.code)}
	if !r.ok || r.nb != 0 || e.Size < 1 || e.Size > 64 || e.Carries < 0 ||
		call.Outputs() != h.NbOutputs {
		return false
	}
	t.Code = append(t.Code, program.Equate, uint32(len(t.Equations)))
	call.Equation = t.shared(h, r, e)
	t.Equations = append(t.Equations, call)
	return true
}

// shared returns an equation with the same constants that was translated before, or this one.
func (t *translator) shared(h program.Call, r *reader, e *limbs.Equation) *limbs.Equation {
	key := binary.LittleEndian.AppendUint32(nil, uint32(h.ID))
	for _, x := range r.read {
		key = binary.LittleEndian.AppendUint64(key, x)
	}
	if old := t.equations[string(key)]; old != nil {
		return old
	}
	if t.equations == nil {
		t.equations = map[string]*limbs.Equation{}
	}
	t.equations[string(key)] = e
	return e
}

// fraction: inputs are the size of limbs, the numbers of those of the modulus, of the denominator
// and of the numerator; the modulus, the numerator, and the denominator.
func (t *translator) fraction(h program.Call) bool {
	r, f := t.reader(h), new(limbs.Fraction)
	f.Size = uint(r.size())
	n := r.size()
	f.Denominator, f.Numerator = r.size(), r.size()
	f.Modulus = r.modulus(n, f.Size)
	return f.Numerator > 0 && t.divided(h, r, f)
}

// inverse: inputs are the size of limbs, the number of those of the modulus, the modulus, and the
// denominator.
func (t *translator) inverse(h program.Call) bool {
	r, f := t.reader(h), new(limbs.Fraction)
	f.Size = uint(r.size())
	f.Modulus = r.modulus(r.size(), f.Size)
	f.Denominator = r.nb
	return f.Denominator >= len(f.Modulus) && t.divided(h, r, f)
}

// divided appends an operation [program.Divided], whose constant inputs were read.
func (t *translator) divided(h program.Call, r *reader, f *limbs.Fraction) bool {
	r.variable(f.Numerator + f.Denominator)
	if !r.ok || r.nb != 0 || f.Size < 1 || f.Size > 64 || len(f.Modulus) != h.NbOutputs {
		return false
	}
	t.Code = append(t.Code, program.Divided, uint32(len(t.Fractions)))
	call := program.Fraction{Fraction: f, First: h.First, Code: trim(r.code)}
	t.Fractions = append(t.Fractions, call)
	return true
}

// modulo: inputs are the size of limbs, the modulus, and one or two factors. Outputs are the
// quotient of their product and, of two, the remainder.
func (t *translator) modulo(h program.Call) bool {
	if h.NbOutputs < 1 || h.NbOutputs > 2 || h.NbInputs != 2+h.NbOutputs {
		return false
	}
	r := t.reader(h)
	r.Next()
	modulus := r.Next()
	if !r.ok || modulus == 0 {
		return false
	}
	r.variable(h.NbOutputs)
	if h.NbOutputs == 1 {
		r.code = append(r.code, program.Constant, constraint.CoeffIdOne)
	}
	t.Code = append(t.Code, program.Modulo, uint32(h.NbOutputs), h.First,
		uint32(modulus), uint32(modulus>>32))
	t.Code = append(t.Code, r.code...)
	return true
}

// reader reads the inputs of a hint in order.
type reader struct {
	t    *translator
	rest []uint32
	nb   int      // of inputs that are left
	read []uint64 // constants
	code []uint32 // expressions
	ok   bool
}

func (t *translator) reader(h program.Call) *reader {
	return &reader{t: t, rest: h.Inputs, nb: h.NbInputs, ok: true}
}

// take returns the terms of the next input, or nil.
func (r *reader) take() (terms []uint32) {
	if r.ok = r.ok && r.nb > 0; r.ok {
		terms, r.rest = program.Next(r.rest)
		r.nb--
	}
	return terms
}

// Next returns the next input, which has to be a constant.
func (r *reader) Next() uint64 {
	terms := r.take()
	if !r.ok {
		return 0
	}
	x, ok := r.t.constant(terms)
	r.ok = ok
	r.read = append(r.read, x)
	return x
}

// size returns the next input, a number of bits or things.
func (r *reader) size() int {
	x := r.Next()
	if r.ok = r.ok && x < 1<<16; !r.ok {
		return 0
	}
	return int(x)
}

// exponent returns the next input, which has to be small: powers of limbs are soon too long.
func (r *reader) exponent() int {
	x := r.size()
	if r.ok = r.ok && x < 8; !r.ok {
		return 0
	}
	return x
}

// modulus returns the next n inputs, the limbs of a number other than 0.
func (r *reader) modulus(n int, size uint) []uint64 {
	modulus, some := make([]uint64, n), false
	for i := range modulus {
		modulus[i] = r.Next()
		r.ok = r.ok && (size >= 64 || modulus[i]>>size == 0)
		some = some || modulus[i] != 0
	}
	r.ok = r.ok && some
	return modulus
}

// variable translates the next n inputs.
func (r *reader) variable(n int) {
	for range n {
		if terms := r.take(); r.ok {
			r.code = r.t.expression(r.code, terms, all)
		}
	}
}
