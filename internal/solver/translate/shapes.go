package translate

import "encoding/binary"

// shapes numbers lists of coefficients, from 1 on.
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
