package program

import "slices"

// sides finds sides of constraints that are equal. It is an open hash table of places in the
// program's code, where the words of the expressions stand.
type sides struct {
	slots []side // a power of two
	used  int
}

// side is the expression of one side, and a row that has its value.
type side struct {
	hash  uint32
	at    uint32 // where the expression stands in the code; 0 for an empty slot
	row   uint32
	level uint32 // of the row's operation, times two, plus one for side B
}

const minSlots = 1 << 10

// hashWords is FNV-1a on words, with more mixing.
func hashWords(words []uint32) uint32 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ uint64(w)) * 1099511628211
		h ^= h >> 29
	}
	return uint32(h ^ h>>32)
}

// find returns the slot of an expression, or the empty one where it belongs.
func (s *sides) find(code, words []uint32, hash uint32) *side {
	if 2*s.used >= len(s.slots) {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.at == 0 || slot.hash == hash && slot.holds(code, words) {
			return slot
		}
	}
}

// holds compares words. No expression is the beginning of another, so equal words suffice.
func (s *side) holds(code, words []uint32) bool {
	end := int(s.at) + len(words)
	return end <= len(code) && slices.Equal(code[s.at:end], words)
}

func (s *sides) grow() {
	old := s.slots
	s.slots = make([]side, max(minSlots, 2*len(old)))
	mask := uint32(len(s.slots) - 1)
	for _, slot := range old {
		if slot.at == 0 {
			continue
		}
		i := slot.hash & mask
		for s.slots[i].at != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = slot
	}
}

// place says what is done with a side once it is translated.
type place struct {
	row  uint32
	side uint32 // [Left] or [Right]
	kept bool   // the row's operation writes exactly this side's value
}

// side appends the code of one side of a constraint to the program's code: the expression, or the
// row that has its value already.
func (t *translator) side(terms []uint32, skip int, p place) {
	from := len(t.Code)
	t.Code = t.expression(t.Code, terms, skip)
	words := t.Code[from:]
	if words[0] <= Double {
		return
	}
	hash := hashWords(words)
	slot := t.sides.find(t.Code[:from], words, hash)
	if slot.at == 0 {
		if p.kept {
			*slot = side{hash, uint32(from), p.row, t.level<<1 | p.side}
			t.sides.used++
		}
		return
	}
	if slot.level>>1 < t.level || slot.row == p.row {
		t.Code = append(t.Code[:from], SideA+slot.level&1, slot.row)
		if p.kept {
			slot.row, slot.level = p.row, t.level<<1|p.side
		}
	}
}

// checkedSide appends the code of one side of an assertion.
func (t *translator) checkedSide(terms []uint32) {
	from := len(t.Checks)
	t.Checks = t.expression(t.Checks, terms, all)
	words := t.Checks[from:]
	if words[0] <= Double {
		return
	}
	if slot := t.sides.find(t.Code, words, hashWords(words)); slot.at != 0 {
		t.Checks = append(t.Checks[:from], SideA+slot.level&1, slot.row)
	}
}
