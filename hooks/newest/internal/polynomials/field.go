// Package polynomials computes the quotients of Groth16 and of PLONK on an engine, and checks them.
package polynomials

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Field is the scalar field of a curve, on engines and on the host. E are its elements, D the
// domains fft.Domain and K the type fft.Decimation, all gnark-crypto's.
type Field[E, D any, K comparable] struct {
	*curve.Field[E]
	*engine.HostField[E, D, K]
	onEngine func(*accel.Engine) *accel.Field[E, D, K]
}

// FieldOf returns a field by what it is on an engine.
func FieldOf[E, D any, K comparable](
	onEngine func(*accel.Engine) *accel.Field[E, D, K],
) *Field[E, D, K] {
	host := (*group.Field[E, D, K])(onEngine(nil)).Host()
	return &Field[E, D, K]{host.Scalars, host, onEngine}
}

// valueAt returns p(x), on all processors.
func (f *Field[E, D, K]) valueAt(p []E, x E) E { return poly.Evaluate(f.Field, p, x) }

// Random returns an element that no error of a device depends on. See [poly.RandomFactors].
func (f *Field[E, D, K]) Random() E { return poly.RandomFactors(f.Field, 1)[0] }

// lagrangeAt returns the values at x of all Lagrange polynomials of the domain.
func (f *Field[E, D, K]) lagrangeAt(x E, domain *curve.Domain[E]) []E {
	return poly.Lagrange(domain, x, domain.Vanishing(x), domain.Len())
}

// lagrangeOnCoset is [Field.lagrangeAt] for the domain's coset, in bit-reversed order.
func (f *Field[E, D, K]) lagrangeOnCoset(x E, domain *curve.Domain[E]) []E {
	f.Mul(&x, &x, &domain.ShiftInverse)
	values := f.lagrangeAt(x, domain)
	poly.BitReverse(values)
	return values
}

// inner returns Σ a[i]·b[i] over the elements of a.
func (f *Field[E, D, K]) inner(a, b []E) (sum E) {
	var mu sync.Mutex
	parallel.Chunks(len(a), func(from, to int) {
		part := f.Vectors.InnerProduct(a[from:to], b[from:to])
		mu.Lock()
		defer mu.Unlock()
		f.Add(&sum, &sum, &part)
	})
	return sum
}

// load returns a vector of n elements: those given, and zeros behind them.
func load[E, D any, K comparable](
	on *accel.Field[E, D, K], n int, elements []E,
) (*accel.Vector[E, D, K], error) {
	v, err := (*group.Field[E, D, K])(on).New(n, elements)
	return (*accel.Vector[E, D, K])(v), err
}
