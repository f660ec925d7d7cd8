package scalars

import (
	"math/big"
	"math/rand/v2"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Random returns an element that no error of a device depends on. It leaves crypto/rand alone, of
// which gnark's Prove draws at the same time.
func (f *Field[E, D, K]) Random() (x E) {
	var bytes [48]byte // no element has more
	for i := range bytes {
		bytes[i] = byte(rand.Uint32())
	}
	return *f.SetBytes(&x, bytes[:])
}

// Vanishing returns xⁿ − 1.
func (f *Field[E, D, K]) Vanishing(x E, domain *curve.Domain[E]) E {
	f.Exp(&x, &x, new(big.Int).SetUint64(domain.Cardinality))
	return *f.Sub(&x, &x, &f.One)
}

// LagrangeAt returns the values at x of the Lagrange polynomials of the domain. Each is 1 at one
// element ωⁱ of the domain and 0 at the others: (xⁿ − 1)·ωⁱ / (n·(x − ωⁱ)).
func (f *Field[E, D, K]) LagrangeAt(x E, domain *curve.Domain[E]) []E {
	n := domain.Len()
	powers, values := make([]E, n), make([]E, n)
	poly.Powers(f.Field, powers, domain.Generator)
	poly.InBlocks(n, 0, func(from, to int, _ [][]E) {
		poly.Fill(values[from:to], x)
		f.Vectors.Sub(values[from:to], values[from:to], powers[from:to])
	})
	poly.Invert(f.Field, values)
	factor := f.Vanishing(x, domain)
	f.Mul(&factor, &factor, &domain.CardinalityInverse)
	poly.InBlocks(n, 0, func(from, to int, _ [][]E) {
		f.Vectors.Mul(values[from:to], values[from:to], powers[from:to])
		f.Vectors.ScalarMul(values[from:to], values[from:to], &factor)
	})
	return values
}

// LagrangeOnCoset is [Field.LagrangeAt] for the domain's coset, in bit-reversed order.
func (f *Field[E, D, K]) LagrangeOnCoset(x E, domain *curve.Domain[E]) []E {
	f.Mul(&x, &x, &domain.ShiftInverse)
	values := f.LagrangeAt(x, domain)
	poly.BitReverse(values)
	return values
}

// Inner returns Σ a[i]·b[i] over the elements of a.
func (f *Field[E, D, K]) Inner(a, b []E) (sum E) {
	var mu sync.Mutex
	parallel.Chunks(len(a), func(from, to int) {
		part := f.InnerProduct(a[from:to], b[from:to])
		mu.Lock()
		defer mu.Unlock()
		f.Add(&sum, &sum, &part)
	})
	return sum
}

// Pad sets all of an array: to the values, and to zeros behind them.
func Pad[E any](to, values []E) {
	parallel.Chunks(len(values), func(from, end int) { copy(to[from:end], values[from:end]) })
	clear(to[len(values):])
}
