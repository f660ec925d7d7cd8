package translate

import (
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// side appends the code of one side of a constraint to the program's code. It is the row that has
// its value already, or a combination of rows, or the expression. The row's operation writes that
// value to a place, or to None.
func (t *translator) side(terms []uint32, skip int, place uint32) {
	if skip != all || len(terms) < 4 {
		t.code = t.expression(t.code, terms, skip)
		return
	}
	found, hash, ok := t.sides.find(terms)
	if ok { // an operation before this one sets it
		t.read(found.value >> 1)
		t.emit(program.SideA+found.value&1, found.value>>1)
		return
	}
	long := len(terms) >= 2*minLong
	if !long || !t.combination(terms) {
		t.value(terms)
	}
	if place != program.None {
		t.sides.add(terms, hash, place)
		if long {
			t.remember(terms, place)
		}
	}
}

// read notes that an operation reads A, B or C of a row.
func (t *translator) read(row uint32) {
	word, bit := &t.Read[row/64], uint64(1)<<(row%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
}

func (t *translator) checkedSide(terms []uint32) {
	if len(terms) >= 4 {
		if found, _, ok := t.sides.find(terms); ok {
			t.read(found.value >> 1)
			t.check(program.SideA+found.value&1, found.value>>1)
			return
		}
	}
	t.checkValue(terms)
}

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
			r = t.constants.relate(terms, earlier[:k])
			t.combinations.relations[key] = r
		}
		if r != nil {
			t.combine(terms, earlier[:k], r)
			return true
		}
	}
	return false
}

func (t *translator) combine(terms []uint32, earlier []*long, r *relation) {
	t.emit(program.Combination, uint32(len(earlier)))
	for i, l := range earlier {
		t.read(l.value >> 1)
		t.emit(l.value, r.multipliers[i])
	}
	t.rest = t.rest[:0]
	if r.constant != program.None {
		t.rest = append(t.rest, r.constant, 0)
	}
	_, wires := split(terms)
	for i := 0; i < len(r.rest); i += 2 {
		t.rest = append(t.rest, r.rest[i+1], wires[2*r.rest[i]+1])
	}
	t.value(t.rest)
}

func (t *translator) remember(terms []uint32, place uint32) {
	c := &t.combinations
	if last := terms[len(terms)-1]; int(last) < t.Wires {
		c.rows = append(c.rows, long{terms, c.shapes.id(terms), place})
		c.byLast[last] = uint32(len(c.rows))
	}
}

// before returns the side that has the wires of terms but the last n. It returns nil unless the
// side's value stands in a row. The constant may be another.
func (t *translator) before(terms []uint32, n int) *long {
	c := &t.combinations
	_, wires := split(terms)
	end := len(wires) - 2*n
	if end < 2*minLong || c.byLast[wires[end-1]] == 0 {
		return nil
	}
	l := &c.rows[c.byLast[wires[end-1]]-1]
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
