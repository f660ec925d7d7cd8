package translate

import "encoding/binary"

// Rounds of a hash function like Poseidon mix a state of a few elements linearly. They apply a
// non-linear function to one of them. That element is a sum that grows by a term with each round.
// But the rest of the state has few dimensions, k, so that each such sum is a linear combination of
// the k before it and of the newest terms: k products, and not one for each round that went by.
//
// A side that ends in the wires u, v, w, x is compared with sides that have the same wires but the
// last, the last two, and so on. They are found by their last wires.

// minLong is the minimum number of terms of a side in a combination.
const minLong = 3

const maxRank = 5 // bounds k

type long struct {
	terms []uint32
	shape uint32
	value uint32 // where its value stands
}

type combinations struct {
	rows      []long
	byLast    map[uint32]uint32 // by the last wire of a side: its index in rows, plus one
	shapes    shapes
	relations map[relationKey]*relation
}

// relationKey has the shape of a side, and the shapes of the sides it combines.
type relationKey [1 + maxRank]uint32

type relation struct {
	multipliers []uint32 // constants
	constant    uint32   // to be added, or None
	rest        []uint32 // pairs of a position among the terms with wires, and a constant
}

// split splits terms into their constant and the terms with wires. Without a constant it is 0.
func split(terms []uint32) (constant uint32, wires []uint32) {
	if len(terms) > 0 && terms[1] == 0 {
		return terms[0], terms[2:]
	}
	return 0, terms
}

type shapes struct {
	ids map[string]uint32
	key []byte // scratch
}

// id returns the number of the coefficients of terms. Constant terms have another than those with a
// wire: it is they that a hash function's round constants change.
func (s *shapes) id(terms []uint32) uint32 {
	s.key = s.key[:0]
	if terms[1] == 0 {
		s.key = append(s.key, 0)
	}
	for i := 0; i < len(terms); i += 2 {
		s.key = binary.LittleEndian.AppendUint32(s.key, terms[i])
	}
	id, ok := s.ids[string(s.key)]
	if !ok {
		id = uint32(len(s.ids)) + 1
		s.ids[string(s.key)] = id
	}
	return id
}
