package protocol

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// valuesOf returns values for the device, and refuses values that do not fit the domain, or each
// other.
func valuesOf[E any, S algebra.Scalar[E]](
	abc [3][]E, domain *algebra.Domain[E],
) (*device.Values[E], error) {
	if domain == nil {
		return nil, fmt.Errorf("%w: no domain", ErrInvalidInput)
	}
	v := &device.Values[E]{Domain: &domain.Domain, A: abc[0], B: abc[1], C: abc[2]}
	if err := v.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeyMismatch, err)
	}
	return v, nil
}

// quotient computes H with H·(Xⁿ − 1) = a·b − c on the CPU, of values that valuesOf accepts. See
// [Accelerator.ComputeH], and [device.ComputeQuotient] for the way: six transforms in all.
func quotient[E any, S algebra.Scalar[E]](
	f *algebra.Field[E], a, b, c []E, domain *algebra.Domain[E],
) []E {
	n := domain.Len()
	a, b, c = pad(a, n), pad(b, n), pad(c, n)

	for _, v := range [][]E{a, b, c} {
		domain.FFTInverse(v, algebra.Transform{Decimation: algebra.DIF})
	}
	for _, v := range [][]E{a, b} {
		domain.FFT(v, algebra.Transform{Decimation: algebra.DIT, OnCoset: true})
	}
	parallel.Chunks(n, func(from, to int) { f.Vectors.Mul(a[from:to], a[from:to], b[from:to]) })
	domain.FFTInverse(a, algebra.Transform{Decimation: algebra.DIF, OnCoset: true})

	inverse := device.InverseOnCoset[E, S](&domain.Domain)
	parallel.Chunks(n, func(from, to int) {
		h := a[from:to]
		f.Vectors.Sub(h, h, c[from:to])
		f.Vectors.ScalarMul(h, h, &inverse)
	})
	return a
}

// pad appends zeros up to n values, in place if the capacity allows it.
func pad[E any](values []E, n int) []E {
	return append(values, make([]E, n-len(values))...)
}
