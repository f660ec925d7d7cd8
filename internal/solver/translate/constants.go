package translate

import "github.com/consensys/gnark/constraint"

// Field has the arithmetic and the coefficients of a system. gnark's systems of all curves have it.
type Field interface {
	constraint.Field[constraint.U64]
	GetCoefficient(i int) constraint.U64
	GetNbCoefficients() int
}

type constants struct {
	field      Field
	values     []constraint.U64
	folded     map[constraint.U64]uint32 // those after the coefficients
	inverses   map[uint32]uint32         // by coefficient
	negatives  map[uint32]uint32         // by constant
	magnitudes []uint64                  // 0 for a constant that is not small
	negative   []bool                    // of small ones
	powers     []constraint.U64          // of 2
}

func newConstants(f Field) *constants {
	const one, minusOne = constraint.CoeffIdOne, constraint.CoeffIdMinusOne
	n := f.GetNbCoefficients()
	c := &constants{
		field:      f,
		values:     make([]constraint.U64, n),
		folded:     map[constraint.U64]uint32{},
		inverses:   map[uint32]uint32{one: one, minusOne: minusOne},
		negatives:  map[uint32]uint32{constraint.CoeffIdZero: 0, one: minusOne, minusOne: one},
		magnitudes: make([]uint64, n),
		negative:   make([]bool, n),
	}
	for i := range n {
		c.values[i] = f.GetCoefficient(i)
		c.magnitudes[i], c.negative[i] = c.small(c.values[i])
	}
	return c
}

const nbFixed = 5 // 0, 1, 2, −1 and −2, which every system has

const smallLimit = 1 << 58 // bounds the magnitude of coefficients that are accumulated

// small returns the magnitude and the sign of a small constant, and 0 for another.
func (c *constants) small(x constraint.U64) (magnitude uint64, negative bool) {
	if v, ok := c.field.Uint64(x); ok && v < smallLimit {
		return v, false
	}
	if v, ok := c.field.Uint64(c.field.Neg(x)); ok && v < smallLimit {
		return v, true
	}
	return 0, false
}

// id returns the index of a constant, which it appends if there is none.
func (c *constants) id(x constraint.U64) uint32 {
	for id, known := range c.values[:min(nbFixed, len(c.values))] {
		if x == known {
			return uint32(id)
		}
	}
	id, ok := c.folded[x]
	if !ok {
		id = uint32(len(c.values))
		magnitude, negative := c.small(x)
		c.values = append(c.values, x)
		c.magnitudes = append(c.magnitudes, magnitude)
		c.negative = append(c.negative, negative)
		c.folded[x] = id
	}
	return id
}

func (c *constants) inverse(coefficient uint32) (uint32, bool) {
	if id, ok := c.inverses[coefficient]; ok {
		return id, true
	}
	inverse, ok := c.field.Inverse(c.values[coefficient])
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
	return c.id(c.field.Mul(c.values[x], c.values[y]))
}

func (c *constants) negated(id uint32) uint32 {
	negative, ok := c.negatives[id]
	if !ok {
		negative = c.id(c.field.Neg(c.values[id]))
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
