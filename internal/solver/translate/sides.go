package translate

import "slices"

// sides finds sides of constraints that are equal. It has places in the system's calldata, where
// the terms of the sides stand, by the terms' hash.
type sides struct {
	calldata []uint32
	byHash   map[uint64]side
}

// side is one side of a constraint whose value stands in a row.
type side struct{ at, words, value uint32 }

// hashWords is FNV-1a on words, with more mixing.
func hashWords(words []uint32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ uint64(w)) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// find returns where the value of terms stands.
func (s *sides) find(terms []uint32, hash uint64) (value uint32, ok bool) {
	x, ok := s.byHash[hash]
	return x.value, ok && slices.Equal(s.calldata[x.at:][:x.words], terms)
}

// put notes where the value of terms stands, which are a part of the calldata.
func (s *sides) put(terms []uint32, hash uint64, value uint32) {
	at := cap(s.calldata) - cap(terms) // both end where the memory ends
	s.byHash[hash] = side{uint32(at), uint32(len(terms)), value}
}

// valueOf says where the value of a side stands, as a [program.Combination] has it.
func valueOf(row, side uint32) uint32 { return row<<1 | side }
