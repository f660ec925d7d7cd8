package translate

import "github.com/consensys/gnark/constraint"

// Field has the arithmetic and the coefficients of a system. gnark's systems of all curves have it.
type Field interface {
	constraint.Field[constraint.U64]
	GetCoefficient(i int) constraint.U64
	GetNbCoefficients() int
}

// constants are the coefficients of a system, and behind them the constants that were folded.
type constants struct {
	field      Field
	given      uint32                    // coefficients
	fixed      []constraint.U64          // the first of them, which every system has
	folded     []constraint.U64          // constants behind the coefficients
	ids        map[constraint.U64]uint32 // of those
	inverses   map[uint32]uint32         // by coefficient
	negatives  map[uint32]uint32         // by constant
	magnitudes []uint64                  // of constants that are known to be small
	sizes      []size                    // by constant
	powers     []constraint.U64          // of 2
}

// size says what is known of a constant, which is found when a term has it.
type size uint8

const (
	unknownSize size = iota
	large
	smallPositive
	smallNegative
)

func newConstants(f Field) *constants {
	const one, minusOne = constraint.CoeffIdOne, constraint.CoeffIdMinusOne
	n := f.GetNbCoefficients()
	c := &constants{
		field:      f,
		given:      uint32(n),
		ids:        map[constraint.U64]uint32{},
		inverses:   map[uint32]uint32{one: one, minusOne: minusOne},
		negatives:  map[uint32]uint32{},
		magnitudes: make([]uint64, n),
		sizes:      make([]size, n),
	}
	for i := range min(nbFixed, n) {
		c.fixed = append(c.fixed, f.GetCoefficient(i))
	}
	return c
}

const nbFixed = 5 // 0, 1, 2, −1 and −2, which every system has

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
	if id < c.given {
		return c.field.GetCoefficient(int(id))
	}
	return c.folded[id-c.given]
}

func (c *constants) uint64(id uint32) (uint64, bool) {
	if magnitude, negative := c.magnitude(id); magnitude != 0 && !negative {
		return magnitude, true
	}
	return c.field.Uint64(c.value(id))
}

// magnitude returns the magnitude and the sign of a small constant, and 0 for another.
func (c *constants) magnitude(id uint32) (magnitude uint64, negative bool) {
	if c.sizes[id] == unknownSize {
		c.magnitudes[id], c.sizes[id] = c.measure(c.value(id))
	}
	return c.magnitudes[id], c.sizes[id] == smallNegative
}

func (c *constants) isSmall(id uint32) bool {
	magnitude, _ := c.magnitude(id)
	return magnitude != 0
}

func (c *constants) measure(x constraint.U64) (magnitude uint64, of size) {
	if v, ok := c.field.Uint64(x); ok && v < smallLimit {
		return v, smallPositive
	}
	if v, ok := c.field.Uint64(c.field.Neg(x)); ok && v < smallLimit {
		return v, smallNegative
	}
	return 0, large
}

// id returns the index of a constant, which it appends if there is none.
func (c *constants) id(x constraint.U64) uint32 {
	for id := range c.fixed {
		if x == c.fixed[id] {
			return uint32(id)
		}
	}
	id, ok := c.ids[x]
	if !ok {
		id = c.given + uint32(len(c.folded))
		c.folded = append(c.folded, x)
		c.magnitudes = append(c.magnitudes, 0)
		c.sizes = append(c.sizes, unknownSize)
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
