package translate

import (
	"fmt"
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type unknown struct {
	side  int // 0 for none, else 1, 2 or 3 for L, R or O
	index int // of the pair in that side
}

func (t *translator) unknown(c *r1c) (unknown, error) {
	var u unknown
	for i, terms := range [...][]uint32{c.l, c.r, c.o} {
		for j := 0; j < len(terms); j += 2 {
			wire := terms[j+1]
			if wire == math.MaxUint32 || t.solved(wire) {
				continue
			}
			if u.side != 0 {
				return u, fmt.Errorf("%w: two unknown wires in row %d",
					program.ErrUnsupported, c.row)
			}
			u = unknown{i + 1, j}
		}
	}
	return u, nil
}

func (t *translator) isOne(terms []uint32) bool {
	if len(terms) == 2 { // nearly always
		return terms[0] == constraint.CoeffIdOne && (terms[1] == 0 || terms[1] == math.MaxUint32)
	}
	v, ok := t.constant(terms)
	return ok && v == 1
}

func (t *translator) r1c(i uint32, d []uint32) error {
	c := newR1C(t.system.Instructions[i].ConstraintOffset, d)
	u, err := t.unknown(&c)
	if err != nil {
		return err
	}
	if u.side == 0 {
		t.assert(i, c)
		return nil
	}
	term := [...][]uint32{c.l, c.r, c.o}[u.side-1][u.index:]
	if err := t.set(term[1]); err != nil {
		return err
	}
	if _, ok := t.constants.inverse(term[0]); !ok {
		return fmt.Errorf("%w: constraint %d has an unknown wire times 0",
			program.ErrUnsupported, c.row)
	}
	if u.side == 3 {
		t.output(c, u.index)
		return nil
	}
	t.divisions = append(t.divisions, division{i, uint32(u.side - 1), u.index})
	return nil
}

func (t *translator) output(c r1c, index int) {
	wire := c.o[index+1]
	inverse, _ := t.constants.inverse(c.o[index])
	left, right := valueOf(c.row, program.Left), valueOf(c.row, program.Right)
	if len(c.o) == 2 && inverse == constraint.CoeffIdOne {
		if t.choice(&c, wire) {
			return
		}
		t.emit(program.Product, c.row, wire)
		t.side(c.l, all, left)
		t.side(c.r, all, right)
		return
	}
	t.emit(program.ProductRest, c.row, wire, inverse)
	t.side(c.l, all, left)
	t.side(c.r, all, right)
	t.code = t.expression(t.code, c.o, index)
}

func (t *translator) divideR1CS(d division, packed constraint.PackedInstruction) {
	c := newR1C(packed.ConstraintOffset, t.system.CallData[packed.StartCallData:])
	term := [2][]uint32{c.l, c.r}[d.side][d.unknown:]
	inverse, _ := t.constants.inverse(term[0])
	t.emit(d.side, c.row, term[1], inverse)
	t.value(c.o)
	at := len(t.code)
	t.emit(0) // for the number of words behind it
	sides := [2][]uint32{c.l, c.r}
	t.side(sides[d.side], d.unknown, program.None) // where the quotient goes
	t.side(sides[1-d.side], all, valueOf(c.row, 1-d.side))
	t.code[at] = uint32(len(t.code) - at - 1)
}

func (t *translator) assert(i uint32, c r1c) {
	switch {
	case t.isOne(c.r):
		if t.recomposed(&c) {
			return
		}
		t.check(program.AssertLinear, c.row)
		t.checkedSide(c.l)
		t.checkValue(c.o)
	case t.isOne(c.l):
		t.check(program.AssertRight, c.row)
		t.checkedSide(c.r)
		t.checkValue(c.o)
	case c.mayInvert() && t.isOne(c.o):
		t.ones = append(t.ones, i)
	default:
		t.assertProduct(c)
	}
}

func (t *translator) assertProduct(c r1c) {
	from := len(t.checks)
	t.check(program.Assert, c.row)
	t.checkedSide(c.l)
	t.checkedSide(c.r)
	end := len(t.checks)
	t.checkValue(c.o)
	if t.checks[end] == program.Zero {
		t.checks[from] = program.AssertZero
		t.checks = t.checks[:end]
	}
}
