package translate

// shapes numbers lists of coefficients, from 1 on.
type shapes struct {
	byHash map[uint32][]uint32 // numbers
	terms  [][]uint32          // by number less one: a side that has the coefficients
}

// id returns the number of the coefficients of terms. Constant terms have another than those with a
// wire: it is they that a hash function's round constants change.
func (s *shapes) id(terms []uint32) uint32 {
	h := uint64(len(terms))
	for i := 0; i < len(terms); i += 2 {
		h = (h ^ uint64(terms[i])) * 1099511628211
		h ^= h >> 29
	}
	hash := uint32(h ^ h>>32)
	for _, id := range s.byHash[hash] {
		if sameShape(s.terms[id-1], terms) {
			return id
		}
	}
	if s.byHash == nil {
		s.byHash = map[uint32][]uint32{}
	}
	s.terms = append(s.terms, terms)
	id := uint32(len(s.terms))
	s.byHash[hash] = append(s.byHash[hash], id)
	return id
}

// sameShape compares coefficients, and whether the first term is a constant.
func sameShape(x, y []uint32) bool {
	if len(x) != len(y) || (x[1] == 0) != (y[1] == 0) {
		return false
	}
	for i := 0; i < len(x); i += 2 {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}
