package translate

import "slices"

// sides finds sides of constraints that are equal. It is an open hash table of places in the
// system's calldata, where the terms of the sides stand.
type sides struct {
	calldata []uint32
	slots    []side // a power of two
	used     int
}

// side is one side of a constraint whose value stands in a row. It is empty if at is 0.
type side struct{ hash, at, words, value uint32 }

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

func (s *sides) find(terms []uint32) *side {
	if 2*s.used >= len(s.slots) {
		s.grow()
	}
	hash := hashWords(terms)
	slot := s.probe(hash, func(x *side) bool {
		return slices.Equal(s.calldata[x.at:][:x.words], terms)
	})
	slot.hash = hash
	return slot
}

// probe returns the right slot with a hash, or the first empty one.
func (s *sides) probe(hash uint32, right func(*side) bool) *side {
	mask := uint32(len(s.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.at == 0 || slot.hash == hash && right(slot) {
			return slot
		}
	}
}

// fill gives an empty slot to terms, which are a part of the calldata.
func (s *sides) fill(slot *side, terms []uint32, value uint32) {
	at := cap(s.calldata) - cap(terms) // both end where the memory ends
	*slot = side{slot.hash, uint32(at), uint32(len(terms)), value}
	s.used++
}

func (s *sides) grow() {
	old := s.slots
	s.slots = make([]side, max(minSlots, 2*len(old)))
	for _, x := range old {
		if x.at != 0 {
			*s.probe(x.hash, func(*side) bool { return false }) = x
		}
	}
}

// valueOf says where the value of a side stands, as a [program.Combination] has it.
func valueOf(row, side uint32) uint32 { return row<<1 | side }
