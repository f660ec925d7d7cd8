package translate

import (
	"fmt"
	"math"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// r1c is a constraint L·R = O; the sides are pairs of a coefficient and a wire.
type r1c struct {
	row     uint32
	l, r, o []uint32
}

// newR1C reads a constraint from the calldata of a [constraint.BlueprintGenericR1C].
func newR1C(row uint32, calldata []uint32) r1c {
	l := 4 + 2*calldata[1]
	r := l + 2*calldata[2]
	o := r + 2*calldata[3]
	return r1c{row, calldata[4:l], calldata[l:r], calldata[r:o]}
}

// unknown is the term with the wire that a constraint sets.
type unknown struct {
	side  int // 0 for none, else 1, 2 or 3 for L, R or O
	index int // of the pair in that side
}

// unknown finds the wire that a constraint sets, if any.
func (t *translator) unknown(c *r1c) (unknown, error) {
	var u unknown
	for i, terms := range [...][]uint32{c.l, c.r, c.o} {
		for j := 0; j < len(terms); j += 2 {
			wire := terms[j+1]
			if wire == math.MaxUint32 || t.solved[wire] {
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

// isOne reports whether an expression is the constant 1.
func (t *translator) isOne(terms []uint32) bool {
	if len(terms) == 2 { // nearly always
		return terms[0] == constraint.CoeffIdOne && (terms[1] == 0 || terms[1] == math.MaxUint32)
	}
	v, ok := t.constant(terms)
	return ok && v == 1
}

// r1c translates one constraint.
func (t *translator) r1c(i uint32, c r1c) error {
	u, err := t.unknown(&c)
	if err != nil {
		return err
	}
	if u.side == 0 {
		t.assert(c)
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

// output appends a constraint whose unknown wire is in O.
func (t *translator) output(c r1c, index int) {
	wire := c.o[index+1]
	inverse, _ := t.constants.inverse(c.o[index])
	left := place{c.row, program.Left, true}
	if t.isOne(c.r) {
		t.Code = append(t.Code, program.Linear, c.row, wire, inverse)
		t.side(c.l, all, left)
		t.Code = t.expression(t.Code, c.o, index)
		return
	}
	if len(c.o) == 2 && inverse == constraint.CoeffIdOne {
		if t.choice(&c, wire) {
			return
		}
		t.Code = append(t.Code, program.Product, c.row, wire)
		t.side(c.l, all, left)
		t.side(c.r, all, place{c.row, program.Right, true})
		return
	}
	t.Code = append(t.Code, program.ProductRest, c.row, wire, inverse)
	t.side(c.l, all, left)
	t.side(c.r, all, place{c.row, program.Right, true})
	t.Code = t.expression(t.Code, c.o, index)
}

// divideR1CS appends a constraint whose unknown wire is in L or R.
func (t *translator) divideR1CS(d division, packed constraint.PackedInstruction) {
	c := newR1C(packed.ConstraintOffset, t.system.CallData[packed.StartCallData:])
	skip := [2]int{all, all}
	skip[d.side] = d.unknown
	term := [2][]uint32{c.l, c.r}[d.side][d.unknown:]
	inverse, _ := t.constants.inverse(term[0])
	t.Code = append(t.Code, d.side, c.row, term[1], inverse)
	t.side(c.l, skip[program.Left], place{c.row, program.Left, d.side == program.Right})
	t.side(c.r, skip[program.Right], place{c.row, program.Right, d.side == program.Left})
	t.Code = t.expression(t.Code, c.o, all)
}

// assert appends a constraint without an unknown wire to the assertions.
func (t *translator) assert(c r1c) {
	from := len(t.Checks)
	if t.isOne(c.r) {
		if t.recomposed(&c) {
			return
		}
		t.Checks = append(t.Checks, program.AssertLinear, c.row)
		t.checkedSide(c.l)
		t.Checks = t.expression(t.Checks, c.o, all)
		return
	}
	t.Checks = append(t.Checks, program.Assert, c.row)
	t.checkedSide(c.l)
	t.checkedSide(c.r)
	end := len(t.Checks)
	t.Checks = t.expression(t.Checks, c.o, all)
	if t.Checks[end] == program.Zero {
		t.Checks[from] = program.AssertZero
		t.Checks = t.Checks[:end]
	}
}
