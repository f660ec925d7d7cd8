package plonk

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// layout cuts vectors out of one piece of memory, one behind the other. Without a piece it only
// counts. One piece is quicker to have than many: each may have to wait for sums under way.
type layout struct {
	piece  *cuda.Vector
	length int // of the vectors so far, in elements
}

// vector cuts out n elements. They begin at a multiple of 128 bytes or more.
func (l *layout) vector(n int) *cuda.Vector {
	const alignment = 8 // elements
	from := l.length
	l.length += (n + alignment - 1) / alignment * alignment
	if l.piece == nil {
		return nil
	}
	return l.piece.Slice(from, from+n)
}

// vectors cuts out k vectors of n elements each.
func (l *layout) vectors(k, n int) []*cuda.Vector {
	all := make([]*cuda.Vector, k)
	for i := range all {
		all[i] = l.vector(n)
	}
	return all
}
