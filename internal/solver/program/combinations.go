package program

// Rounds of a hash function like Poseidon mix a state of a few elements linearly, and apply a
// non-linear function to one of them. That element is a sum that grows by a term with each
// round. But the rest of the state has few dimensions, k, so that each such sum is a linear
// combination of the k before it and of the newest terms: k products, and not one for each
// round that went by.
//
// A side that ends in the wires u, v, w, x is compared with sides that have the same wires but the
// last, the last two, and so on. They are found by their last wires.

// minLong is the number of terms from which a side may be combined, or be combined from.
const minLong = 3

// maxRank bounds k.
const maxRank = 5

// long is a side that later ones may be combined from.
type long struct {
	terms []uint32
	shape uint32
	value uint32 // where its value stands, as a place has it
}

// combinations finds relations between sides.
type combinations struct {
	rows      []long
	byLast    []uint32 // by the last wire of a side: its index in rows, plus one
	shapes    shapes
	relations map[relationKey]*relation
}

// relationKey has the shape of a side, and those of the sides that it is combined from.
type relationKey [1 + maxRank]uint32

// relation says how a side is combined from earlier ones.
type relation struct {
	multipliers []uint32 // constants
	constant    uint32   // to be added, or None
	rest        []uint32 // pairs of a position among the terms with wires, and a constant
}

// split splits terms into their constant, which is 0 if there is none, and those with wires.
func split(terms []uint32) (constant uint32, wires []uint32) {
	if len(terms) > 0 && terms[1] == 0 {
		return terms[0], terms[2:]
	}
	return 0, terms
}

// remember notes a side whose value stands in a row from now on.
func (t *translator) remember(terms []uint32, p place) {
	c := &t.combinations
	if c.byLast == nil {
		c.byLast = make([]uint32, t.Wires)
	}
	if last := terms[len(terms)-1]; int(last) < len(c.byLast) {
		c.rows = append(c.rows, long{terms, c.shapes.id(terms), p.value()})
		c.byLast[last] = uint32(len(c.rows))
	}
}

// before returns the side that has the wires of terms but the last n, if its value stands in a row.
// The constant may be another.
func (t *translator) before(terms []uint32, n int) *long {
	c := &t.combinations
	_, wires := split(terms)
	end := len(wires) - 2*n
	if end < 2*minLong || c.byLast == nil || int(wires[end-1]) >= len(c.byLast) {
		return nil
	}
	i := c.byLast[wires[end-1]]
	if i == 0 {
		return nil
	}
	l := &c.rows[i-1]
	_, earlier := split(l.terms)
	if len(earlier) != end {
		return nil
	}
	for j := 1; j < end; j += 2 {
		if earlier[j] != wires[j] {
			return nil
		}
	}
	return l
}

// combination appends a side as a combination of earlier ones, and reports whether that pays.
func (t *translator) combination(terms []uint32) bool {
	var earlier [maxRank]*long
	var key relationKey
	n := len(terms) / 2
	for k := 1; k <= maxRank && 2*k+3 <= n; k++ {
		l := t.before(terms, k)
		if l == nil {
			return false
		}
		if k == 1 {
			key[0] = t.combinations.shapes.id(terms)
		}
		earlier[k-1], key[k] = l, l.shape
		r, known := t.combinations.relations[key]
		if !known {
			r = t.relate(terms, earlier[:k])
			t.combinations.learn(key, r)
		}
		if r != nil {
			t.combine(terms, earlier[:k], r)
			return true
		}
	}
	return false
}

// learn keeps a relation, or nil where there is none.
func (c *combinations) learn(key relationKey, r *relation) {
	if c.relations == nil {
		c.relations = map[relationKey]*relation{}
	}
	c.relations[key] = r
}

// combine appends a [Combination].
func (t *translator) combine(terms []uint32, earlier []*long, r *relation) {
	t.Code = append(t.Code, Combination, uint32(len(earlier)))
	for i, l := range earlier {
		t.Code = append(t.Code, l.value, r.multipliers[i])
	}
	t.rest = t.rest[:0]
	if r.constant != None {
		t.rest = append(t.rest, r.constant, 0)
	}
	_, wires := split(terms)
	for i := 0; i < len(r.rest); i += 2 {
		t.rest = append(t.rest, r.rest[i+1], wires[2*r.rest[i]+1])
	}
	t.Code = t.expression(t.Code, t.rest, all)
}
