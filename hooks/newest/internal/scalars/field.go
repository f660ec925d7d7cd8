// Package scalars has the scalars of all curves, on the host and on an engine, as values.
package scalars

import (
	"math/big"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// Field is a scalar field. E are its elements, D the domains fft.Domain and K the type
// fft.Decimation, all gnark-crypto's.
type Field[E, D any, K comparable] struct {
	One E

	// These set z, which may be an operand, and return it.
	Add, Sub, Mul func(z, x, y *E) *E
	Inverse       func(z, x *E) *E
	Exp           func(z *E, x E, k *big.Int) *E
	SetBytes      func(z *E, bigEndian []byte) *E // modulo the field's order
	Equal         func(x, y *E) bool

	Vectors Vectors[E]

	DIF, DIT K
	// Coset returns the domain of n elements with a shift, for a device. Constants has its numbers.
	Coset     func(n uint64, shift E) *D
	Constants func(*D) *field.Domain[E]
	OnEngine  func(*accel.Engine) *accel.Field[E, D, K]
}

// Elementwise are loops whose results are vectors.
type Elementwise[E any] = algebra.Vectors[E]

// Vectors are loops over elements.
type Vectors[E any] struct {
	// Elementwise and InnerProduct are gnark-crypto's, on one processor.
	Elementwise[E]
	InnerProduct func(x, y []E) E

	// Evaluate, Powers and Invert are package poly's, on all processors.
	Evaluate func(p []E, x E) E
	Powers   func(z []E, x E)
	Invert   func(z []E)
}
