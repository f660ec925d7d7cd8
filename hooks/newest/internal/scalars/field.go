// Package scalars has the scalars of a curve as a value.
package scalars

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Field is a scalar field. E are its elements, D the domains fft.Domain and K the type
// fft.Decimation, all gnark-crypto's.
type Field[E, D any, K comparable] struct {
	*curve.Field[E]
	InnerProduct func(x, y []E) E // on one processor

	DIF, DIT K
	// Coset returns the domain of n elements with a shift, for a device. Constants has its numbers.
	Coset     func(n uint64, shift E) *D
	Constants func(*D) *curve.Domain[E]
	OnEngine  func(*accel.Engine) *accel.Field[E, D, K]
}

// Evaluate returns p(x), on all processors.
func (f *Field[E, D, K]) Evaluate(p []E, x E) E { return poly.Evaluate(f.Field, p, x) }

// Load returns a vector of n elements: those given, and zeros behind them.
func Load[E, D any, K comparable](
	on *accel.Field[E, D, K], n int, elements []E,
) (*accel.Vector[E, D, K], error) {
	v, err := (*group.Field[E, D, K])(on).New(n, elements)
	return (*accel.Vector[E, D, K])(v), err
}
