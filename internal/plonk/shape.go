package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// selectors is the number of a circuit's polynomials without Qcp.
const selectors = 8

// Cosets returns the number of cosets of H that determine the quotient, for n rows. The quotient
// has 3(n + 2) coefficients, and the number is a power of two.
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
	var l cuda.Layout
	l.Vectors(s.columns(), s.Rows)
	return f.Bytes(l.Length)
}
