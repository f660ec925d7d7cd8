package translate

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

// call is a call of a hint whose inputs are read in order.
type call struct {
	program.Call
	t         *translator
	all       [][]uint32 // inputs, each by its terms
	inputs    [][]uint32 // the values that are left
	constants []uint64   // the values that were read
	code      []uint32   // of the expressions that were read
	ok        bool
}

// called returns the call of some calldata. The next one uses its memory.
func (t *translator) called(calldata []uint32) *call {
	c := &t.call
	*c = call{
		Call: program.NewCall(calldata), t: t, ok: true,
		inputs: c.all[:0], constants: c.constants[:0], code: c.code[:0],
	}
	rest := c.Inputs
	for range c.NbInputs {
		var terms []uint32
		terms, rest = program.Next(rest)
		c.inputs = append(c.inputs, terms)
	}
	c.all = c.inputs
	return c
}

func (c *call) take() (terms []uint32) {
	if c.ok = c.ok && len(c.inputs) > 0; c.ok {
		terms, c.inputs = c.inputs[0], c.inputs[1:]
	}
	return terms
}

// constant returns the next input, which has to be one.
func (c *call) constant() uint64 {
	x, ok := c.t.constant(c.take())
	c.ok = c.ok && ok
	c.constants = append(c.constants, x)
	return x
}

func (c *call) size() int { return int(c.below(1 << 16)) }

// below returns the next input, a constant below a bound, or 0.
func (c *call) below(bound uint64) uint64 {
	x := c.constant()
	if c.ok = c.ok && x < bound; !c.ok {
		return 0
	}
	return x
}

func (c *call) values(n int) {
	for range n {
		if terms := c.take(); c.ok {
			c.code = c.t.expression(c.code, terms, all)
		}
	}
}

func (c *call) complete() bool { return c.ok && len(c.inputs) == 0 }

// emit appends an operation and the inputs' code, and reports whether the call is complete.
func (c *call) emit(words ...uint32) bool {
	if c.complete() {
		c.t.emit(words...)
		c.t.emit(c.code...)
	}
	return c.complete()
}
