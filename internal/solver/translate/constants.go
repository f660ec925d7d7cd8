package translate

import (
	"sync/atomic"

	"github.com/consensys/gnark/constraint"
)

// Field has the arithmetic and the coefficients of a system. gnark's systems of all curves have it.
type Field interface {
	constraint.Field[constraint.U64]
	GetCoefficient(i int) constraint.U64
	GetNbCoefficients() int
}

// constants are the coefficients of a system, and behind them the constants that were folded. They
// are one translator's, which shares the folded ones with the others.
type constants struct {
	field     Field
	given     []size // by coefficient
	shared    *folded
	folded    []constant                // those of shared that the translator has seen
	ids       map[constraint.U64]uint32 // of fixed ones, and those that it has asked for
	inverses  map[uint32]uint32         // by coefficient
	negatives map[uint32]uint32         // by constant
	powers    []constraint.U64          // of 2
}

// size has the magnitude of a small constant, and 0 for others. Its last two bits say whether the
// constant is negative, and whether the size is known.
type size uint64

func (s size) magnitude() uint64 { return uint64(s >> 2) }
func (s size) isNegative() bool  { return s&2 != 0 }

type constant struct {
	value constraint.U64
	size  size
}

func newConstants(s *source) *constants {
	c := &constants{
		field:     s.field,
		given:     s.given,
		shared:    &s.folded,
		ids:       map[constraint.U64]uint32{},
		inverses:  map[uint32]uint32{},
		negatives: map[uint32]uint32{},
	}
	for i := range min(nbFixed, len(s.given)) {
		c.ids[s.field.GetCoefficient(i)] = uint32(i)
	}
	return c
}

const nbFixed = 5 // the first coefficients of every system: 0, 1, 2, −1 and −2

// negatives are those of the fixed constants.
var negatives = [nbFixed]uint32{
	constraint.CoeffIdZero:     constraint.CoeffIdZero,
	constraint.CoeffIdOne:      constraint.CoeffIdMinusOne,
	constraint.CoeffIdTwo:      constraint.CoeffIdMinusTwo,
	constraint.CoeffIdMinusOne: constraint.CoeffIdOne,
	constraint.CoeffIdMinusTwo: constraint.CoeffIdTwo,
}

const smallLimit = 1 << 58 // bounds the magnitude of coefficients that are accumulated

func (c *constants) value(id uint32) constraint.U64 {
	if int(id) < len(c.given) {
		return c.field.GetCoefficient(int(id))
	}
	return c.folded[int(id)-len(c.given)].value
}

func (c *constants) uint64(id uint32) (uint64, bool) {
	if magnitude, negative := c.magnitude(id); magnitude != 0 && !negative {
		return magnitude, true
	}
	return c.field.Uint64(c.value(id))
}

// magnitude returns the magnitude and the sign of a small constant, and 0 for another.
func (c *constants) magnitude(id uint32) (magnitude uint64, negative bool) {
	s := c.size(id)
	return s.magnitude(), s.isNegative()
}

// size measures a coefficient when it is first asked for. Others may do so at once.
func (c *constants) size(id uint32) size {
	if int(id) >= len(c.given) {
		return c.folded[int(id)-len(c.given)].size
	}
	known := (*uint64)(&c.given[id])
	s := size(atomic.LoadUint64(known))
	if s == 0 {
		s = measure(c.field, c.field.GetCoefficient(int(id)))
		atomic.StoreUint64(known, uint64(s))
	}
	return s
}

func (c *constants) isSmall(id uint32) bool {
	magnitude, _ := c.magnitude(id)
	return magnitude != 0
}

func measure(f Field, x constraint.U64) size {
	if v, ok := f.Uint64(x); ok && v < smallLimit {
		return size(v<<2 | 1)
	}
	if v, ok := f.Uint64(f.Neg(x)); ok && v < smallLimit {
		return size(v<<2 | 3)
	}
	return 1
}

// id returns the index of a constant, which it appends if there is none.
func (c *constants) id(x constraint.U64) uint32 {
	id, ok := c.ids[x]
	if !ok {
		var i int
		i, c.folded = c.shared.index(c.field, x)
		id = uint32(len(c.given) + i)
		c.ids[x] = id
	}
	return id
}

func (c *constants) inverse(coefficient uint32) (uint32, bool) {
	if id, ok := c.inverses[coefficient]; ok {
		return id, true
	}
	inverse, ok := c.field.Inverse(c.value(coefficient))
	if !ok {
		return 0, false
	}
	id := c.id(inverse)
	c.inverses[coefficient] = id
	return id, true
}

func (c *constants) times(x, y uint32) uint32 {
	switch {
	case y == constraint.CoeffIdOne, x == constraint.CoeffIdZero:
		return x
	case x == constraint.CoeffIdOne:
		return y
	}
	return c.id(c.field.Mul(c.value(x), c.value(y)))
}

func (c *constants) negated(id uint32) uint32 {
	if id < nbFixed {
		return negatives[id]
	}
	negative, ok := c.negatives[id]
	if !ok {
		negative = c.id(c.field.Neg(c.value(id)))
		c.negatives[id] = negative
	}
	return negative
}

func (c *constants) power(i int) constraint.U64 {
	if len(c.powers) == 0 {
		c.powers = append(c.powers, c.field.One())
	}
	for len(c.powers) <= i {
		last := c.powers[len(c.powers)-1]
		c.powers = append(c.powers, c.field.Add(last, last))
	}
	return c.powers[i]
}
