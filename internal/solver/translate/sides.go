package translate

import "slices"

// sides finds sides of constraints that are equal. It is an open hash table of places in the
// system's calldata, where the terms of the sides stand.
type sides struct {
	calldata []uint32
	slots    []side // a power of two
	used     int
}

// side is one side of a constraint whose value stands in a row.
type side struct {
	hash  uint32
	at    uint32 // of its terms in the calldata; 0 for an empty slot
	words uint32 // of its terms, two each
	value uint32 // where its value stands
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

// terms returns the terms of a side.
func (s *sides) terms(slot *side) []uint32 { return s.calldata[slot.at:][:slot.words] }

// find returns the slot of terms, or the empty one where they belong.
func (s *sides) find(terms []uint32, hash uint32) *side {
	if 2*s.used >= len(s.slots) {
		s.grow()
	}
	mask := uint32(len(s.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.at == 0 || slot.hash == hash && slices.Equal(s.terms(slot), terms) {
			return slot
		}
	}
}

// fill makes an empty slot the one of terms, which are a part of the calldata.
func (s *sides) fill(slot *side, terms []uint32, hash uint32, p place) {
	at := cap(s.calldata) - cap(terms) // both end where the memory ends
	*slot = side{hash, uint32(at), uint32(len(terms)), p.value()}
	s.used++
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

// place says where the value of a side will stand.
type place struct {
	row  uint32
	side uint32 // [program.Left] or [program.Right]
	kept bool   // the row's operation writes exactly this side's value
}

// value returns the place as a [program.Combination] has it: the row, and a bit for the side.
func (p place) value() uint32 { return p.row<<1 | p.side }
