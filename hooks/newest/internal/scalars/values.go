package scalars

import (
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

// LagrangeAt returns the values at x of all Lagrange polynomials of the domain.
func (f *Field[E, D, K]) LagrangeAt(x E, domain *curve.Domain[E]) []E {
	return poly.Lagrange(domain, x, domain.Vanishing(x), domain.Len())
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
