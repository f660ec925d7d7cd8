package translate

import (
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

func (c *call) invZero() bool {
	terms := c.take()
	if !c.complete() || c.NbOutputs != 1 {
		return false
	}
	c.t.invert(c.First, terms)
	return true
}

func (c *call) bits() bool {
	t, at := c.t, len(c.t.code)
	terms := c.take()
	c.code = t.expression(c.code, terms, all)
	if !c.emit(program.Bits, uint32(c.NbOutputs), c.First, program.None) {
		return false
	}
	if t.final(terms) {
		t.decompositions[c.First] = decomposition{c.NbOutputs, at + 3, terms}
	}
	return true
}

// limbs: inputs are the number of bits, the size of a limb, and the value.
func (c *call) limbs() bool {
	n, size := c.below(1<<31), c.below(64)
	c.values(1)
	return size > 0 && int((n+size-1)/size) == c.NbOutputs &&
		c.emit(program.Limbs, uint32(c.NbOutputs), c.First, uint32(size))
}

// bytes: inputs are the number of bytes, and the value. The circuit asserts that these are all.
func (c *call) bytes() bool {
	n := c.below(9)
	c.values(1)
	return int(n) == c.NbOutputs && c.emit(program.Limbs, uint32(n), c.First, 8)
}

// partition: inputs are k and a value, outputs its quotient and remainder by 2^k.
func (c *call) partition() bool {
	k := c.size()
	c.values(1)
	return c.NbOutputs == 2 && c.emit(program.Split, c.First, uint32(k))
}

func bitwise(operation uint32) native {
	return func(c *call) bool {
		c.values(2)
		return c.NbOutputs == 1 && c.emit(operation, c.First)
	}
}

// modulo: inputs are the size of limbs, the modulus, and one or two factors. Outputs are the
// quotient of their product and, of two, the remainder.
func (c *call) modulo() bool {
	c.constant()
	modulus := c.constant()
	c.values(c.NbOutputs)
	if c.NbOutputs == 1 {
		c.code = append(c.code, program.Constant, constraint.CoeffIdOne)
	}
	return modulus != 0 && 0 < c.NbOutputs && c.NbOutputs <= 2 && c.emit(program.Modulo,
		uint32(c.NbOutputs), c.First, uint32(modulus), uint32(modulus>>32))
}

// quotients: inputs are a challenge, numerators, and subtrahends. The challenge minus these gives
// the denominators.
func (c *call) quotients() bool {
	if c.NbInputs != 1+2*c.NbOutputs {
		return false
	}
	t, n := c.t, c.NbOutputs
	challenge := c.take()
	numerators, subtrahends := c.rest, after(c.rest, n)
	for from := 0; from < n; from += program.Batch {
		to := min(from+program.Batch, n)
		t.emit(program.Quotients)
		t.value(challenge)
		t.emit(uint32(to - from))
		for i := from; i < to; i++ {
			var numerator, subtrahend []uint32
			numerator, numerators = program.Next(numerators)
			subtrahend, subtrahends = program.Next(subtrahends)
			t.emit(c.First + uint32(i))
			t.value(numerator)
			t.value(subtrahend)
		}
	}
	return true
}

// after skips some expressions of calldata.
func after(calldata []uint32, n int) []uint32 {
	for range n {
		_, calldata = program.Next(calldata)
	}
	return calldata
}
