package vector

import "slices"

// Layout cuts vectors out of one piece of memory, one behind the other. Without a piece it only
// counts. One piece is quicker to have than many: each may have to wait for running MSMs.
type Layout struct {
	Piece  *Vector // nil to count
	Length int     // of the vectors so far, in elements
}

// Vector cuts out n elements. They begin at a multiple of 128 bytes or more.
func (l *Layout) Vector(n int) *Vector {
	const alignment = 8 // elements
	from := l.Length
	l.Length += (n + alignment - 1) / alignment * alignment
	if l.Piece == nil {
		return nil
	}
	return l.Piece.Slice(from, from+n)
}

// Vectors cuts out k vectors of n elements each.
func (l *Layout) Vectors(k, n int) []*Vector { return l.VectorsOf(slices.Repeat([]int{n}, k)) }

// VectorsOf cuts out a vector of each length.
func (l *Layout) VectorsOf(lengths []int) []*Vector {
	all := make([]*Vector, len(lengths))
	for i, n := range lengths {
		all[i] = l.Vector(n)
	}
	return all
}

// MayStay reports whether vectors stay on the device between proofs. They may take at most half of
// the bytes that are left, for other keys and proofs want some too.
func MayStay(bytes, left uint64) bool { return bytes <= left/2 }
