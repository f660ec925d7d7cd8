package translate

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

// call is a call of a hint whose inputs are read in order.
type call struct {
	program.Call
	t         *translator
	rest      []uint32 // the inputs that are left
	left      int      // their number
	constants []uint64 // the values that were read
	code      []uint32 // of the expressions that were read
	ok        bool
}

// called returns the call of some calldata. The next one uses its memory.
func (t *translator) called(calldata []uint32) *call {
	c := &t.call
	c.Call, c.t, c.ok = program.NewCall(calldata), t, true
	c.rest, c.left = c.Inputs, c.NbInputs
	c.constants, c.code = c.constants[:0], c.code[:0]
	return c
}

func (c *call) take() (terms []uint32) {
	if c.ok = c.ok && c.left > 0; c.ok {
		terms, c.rest = program.Next(c.rest)
		c.left--
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

func (c *call) complete() bool { return c.ok && c.left == 0 }

// emit appends an operation and the inputs' code, and reports whether the call is complete.
func (c *call) emit(words ...uint32) bool {
	if c.complete() {
		c.t.emit(words...)
		c.t.emit(c.code...)
	}
	return c.complete()
}
