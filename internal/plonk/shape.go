package plonk

import (
	"math/bits"
	"reflect"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// selectors is the number of a circuit's polynomials without Qcp.
const selectors = 8

// Cosets is the number of cosets of H that determine a quotient of 3(n + 2) coefficients, together
// with those that [Leading] returns.
const Cosets = 3

// Blocks returns the number of cosets of H that make up the domain of gnark's quotient, for n rows.
// It is a power of two. [Polynomials.Step] generates that domain.
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
	// Solution is the host's memory for the solver and one solution, in bytes, or 0 if unknown.
	Solution uint64
}

// OnDevice says whether there are kernels for proofs of the circuit.
func (s Shape) OnDevice() bool { return s.Rows >= 2 && s.Commitments <= cuda.MaxCommitments }

// columns is the number of the circuit's polynomials.
func (s Shape) columns() int { return selectors + s.Commitments }

// nbValues is the number of columns of the numerator: L, R, O, Z, Qk, Pi, and the circuit's with L₁
// in place of its Qk.
func (s Shape) nbValues() int { return s.columns() + s.Commitments + 5 }

// mostWires is the number of wires that a proof has room for. The numerator's values take their
// place later.
func (s Shape) mostWires() int { return s.nbValues() * s.Rows }

// lengths are those of the vectors that a circuit has on the device. They are its polynomials, in
// the order of [Polynomials.columns], and the memory of three vectors of indices.
func (s Shape) lengths(f *session.Field) []int {
	indices := cuda.IndexElements(f.Descriptor(), s.Rows)
	return append(slices.Repeat([]int{s.Rows}, s.columns()), indices, indices, indices)
}

// circuitBytes is the memory of a circuit's vectors.
func (s Shape) circuitBytes(f *session.Field) uint64 {
	var l cuda.Layout
	l.VectorsOf(s.lengths(f))
	return f.Bytes(l.Length)
}

// Cost says what the parts of a proof cost, relative to each other. A point of a sum costs the
// square of the limbs of its coordinates, by which the time of a product grows.
type Cost struct {
	Sum         float64 // of a point
	Polynomials float64 // of a row, in all rounds together but for the cosets
	Coset       float64 // of a row on one of the quotient's cosets
	Bytes       uint64  // of a row, without the key's points
}

// What polynomials cost, in transforms. A coset has six of them. Beside the cosets there are five;
// the products, scans, divisions and evaluations of a proof take about as long as 19 more.
const (
	transformsOfCoset = 6
	otherTransforms   = 5 + 19
)

// CostOf returns the cost of proofs of a circuit. The field may be that of any engine.
//
// Measured on an H100, a sum over 2^22 points of BN254 takes as long as ten transforms.
func CostOf[P, E any](f *session.Field, s Shape) Cost {
	limbs1 := float64(reflect.TypeFor[P]().Size()) / 16
	limbs := float64(reflect.TypeFor[E]().Size()) / 8
	transform := limbs * limbs * float64(bits.Len(uint(s.Rows))) / 204
	return Cost{
		Sum:         limbs1 * limbs1,
		Polynomials: otherTransforms * transform,
		Coset:       transformsOfCoset * transform,
		Bytes:       s.Needs(f) / uint64(max(1, s.Rows)),
	}
}
