package plonk

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// selectors is the number of a circuit's polynomials without Qcp.
const selectors = 8

// Cosets is the number of cosets of H that determine a quotient. They do so together with the
// coefficients that [Leading] returns. The quotient has 3(n + 2).
const Cosets = 3

// Blocks returns how many cosets of H make up the domain of gnark's quotient. There are n rows.
// Blocks is a power of two. [Polynomials.Step] generates that domain.
func Blocks(n int) int {
	blocks := 4
	for blocks*n < 3*(n+2) {
		blocks *= 2
	}
	return blocks
}

// Shape is the size of a circuit.
type Shape struct {
	Rows        int // a power of two
	Commitments int // BSB22
}

// OnDevice says whether there are kernels for proofs of the circuit.
func (s Shape) OnDevice() bool { return s.Rows >= 2 && s.Commitments <= cuda.MaxCommitments }

// columns is the number of the circuit's polynomials.
func (s Shape) columns() int { return selectors + s.Commitments }

// nbValues is the number of columns of the numerator: L, R, O, Z, Qk, Pi, and the circuit's with L₁
// in place of its Qk.
func (s Shape) nbValues() int { return s.columns() + s.Commitments + 5 }

// maxWires is the number of wires that a proof has room for. The numerator's values take their
// place later.
func (s Shape) maxWires() int { return s.nbValues() * s.Rows }

// lengths are the lengths of a circuit's vectors on the device. The vectors are its polynomials, in
// the order of [Columns.All], and the memory of three vectors of indices.
func (s Shape) lengths(f *engine.Field) []int {
	indices := cuda.IndexElements(f.Descriptor(), s.Rows)
	return append(slices.Repeat([]int{s.Rows}, s.columns()), indices, indices, indices)
}

// circuitBytes is the memory of a circuit's vectors.
func (s Shape) circuitBytes(f *engine.Field) uint64 {
	return f.Bytes(engine.LengthOf(s.lengths(f)))
}
