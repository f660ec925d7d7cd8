package translate

import (
	"math"
	"slices"
)

// sides finds sides of constraints that are equal. Each has one place in the table, by its hash,
// which a later side may take over. So the table stays in a processor's cache. Sides that come
// again do so soon: a larger table saves a thousandth of a program.
type sides struct {
	calldata []uint32 // the system's, where the terms of the sides stand
	slots    []side
}

// side is one side of a constraint whose value stands in a row. It is empty if at is 0.
type side struct{ hash, at, words, value uint32 }

const sideSlots = 1 << 16

func newSides(calldata []uint32) sides { return sides{calldata, make([]side, sideSlots)} }

// hashWords is FNV-1a on words, with more mixing.
func hashWords(words []uint32) uint32 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ uint64(w)) * 1099511628211
		h ^= h >> 29
	}
	return uint32(h ^ h>>32)
}

// find returns the side with these terms if the table has it, and the hash of the terms.
func (s *sides) find(terms []uint32) (found side, hash uint32, ok bool) {
	hash = hashWords(terms)
	found = s.slots[hash%sideSlots]
	ok = found.hash == hash && found.at != 0 &&
		slices.Equal(s.calldata[found.at:][:found.words], terms)
	return found, hash, ok
}

// add enters terms with their hash. They are a part of the calldata.
func (s *sides) add(terms []uint32, hash, value uint32) {
	s.slots[hash%sideSlots] = side{hash, placeOf(terms, s.calldata), uint32(len(terms)), value}
}

// placeOf returns where terms stand in the calldata; 0 where no number of 32 bits says so. The
// memory of both has one end.
func placeOf(terms, calldata []uint32) uint32 {
	at := cap(calldata) - cap(terms)
	if at > math.MaxUint32 || len(terms) == 0 || &calldata[at] != &terms[0] {
		return 0
	}
	return uint32(at)
}

// valueOf says where the value of a side stands, as a [program.Combination] has it.
func valueOf(row, side uint32) uint32 { return row<<1 | side }
