package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// selectors is the number of a circuit's polynomials without Qcp.
const selectors = 8

// Cosets returns the number of cosets of H that determine the quotient, for n rows: it has
// 3(n + 2) coefficients, and the number is a power of two.
func Cosets(n int) int {
	cosets := 4
	for cosets*n < 3*(n+2) {
		cosets *= 2
	}
	return cosets
}

// Shape is the size of a circuit.
type Shape struct {
	Rows        int // a power of two
	Commitments int // BSB22
}

// onDevice says whether there are kernels for proofs of the circuit.
func (s Shape) onDevice() bool { return s.Rows >= 2 && s.Commitments <= cuda.MaxCommitments }

// columns is the number of the circuit's polynomials.
func (s Shape) columns() int { return selectors + s.Commitments }

// circuitBytes is the memory of the circuit's polynomials.
func (s Shape) circuitBytes(f *session.Field) uint64 {
	var l layout
	l.vectors(s.columns(), s.Rows)
	return f.Bytes(l.length)
}

// stays says whether vectors stay on the device between proofs. They may take at most half of the
// memory that is left, for other keys and proofs want some too.
func stays(bytes, left uint64) bool { return bytes <= left/2 }

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
