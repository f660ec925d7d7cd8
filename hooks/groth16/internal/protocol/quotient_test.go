package protocol

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// satisfied returns n random values a and b, and c = a·b, in slices of the given capacity.
func (o *over[P1, P2, E, S]) satisfied(n, capacity int) (a, b, c []E) {
	with := func(values []E) []E { return append(make([]E, 0, capacity), values...) }
	a, b, c = with(o.scalars(n)), with(o.scalars(n)), with(make([]E, n))
	for i := range a {
		S(&c[i]).Mul(&a[i], &b[i])
	}
	return a, b, c
}

// interpolate returns the coefficients of the polynomial with the given values on the domain. The
// value is zero where none is given.
func interpolate[E any](values []E, domain *algebra.Domain[E]) []E {
	coefficients := make([]E, domain.Cardinality)
	copy(coefficients, values)
	domain.FFTInverse(coefficients, algebra.Transform{Decimation: algebra.DIF})
	poly.BitReverse(coefficients)
	return coefficients
}

func evaluate[E any, S algebra.Scalar[E]](coefficients []E, x *E) (y E) {
	for i := len(coefficients) - 1; i >= 0; i-- {
		S(&y).Mul(&y, x)
		S(&y).Add(&y, &coefficients[i])
	}
	return y
}

// largestOnDevice is the largest domain of these tests that a device, perhaps an emulated one,
// is asked for.
const largestOnDevice = 1024

// quotient checks H·(Xⁿ − 1) = a·b − c at a random point for the CPU's H. It checks that the
// accelerator's is the same.
func (o *over[P1, P2, E, S]) quotient(t *testing.T) {
	e := hookstest.Engine(t)
	acc := o.withoutKey(e)
	onDevice := uint64(0)
	for _, test := range []struct{ values, cardinality int }{
		{0, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {17, 32}, {1000, 1024}, {1024,
			1024}, {5000, 8192},
	} {
		for _, capacity := range []int{test.values, test.cardinality} {
			t.Run(fmt.Sprintf("%d of %d, capacity %d", test.values, test.cardinality, capacity),
				func(t *testing.T) {
					domain := o.Field.NewDomain(uint64(test.cardinality))
					a, b, c := o.satisfied(test.values, capacity)
					x := o.scalars(1)[0]
					at := func(values []E) E {
						return evaluate[E, S](interpolate(values, domain), &x)
					}
					right, bx, cx := at(a), at(b), at(c)
					S(&right).Mul(&right, &bx)
					S(&right).Sub(&right, &cx)

					h := quotient[E, S](
						o.Field, slices.Clone(a), slices.Clone(b), slices.Clone(c), domain)
					if len(h) != test.cardinality {
						t.Fatalf("%d entries", len(h))
					}
					if test.cardinality <= largestOnDevice {
						accelerated, err := acc.ComputeH(a, b, c, domain)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(accelerated, h) {
							t.Error("the accelerator's is another one")
						}
						if test.cardinality > 1 {
							onDevice++
						}
					}
					if h[len(h)-1] != *new(E) {
						t.Error("the last entry is not zero")
					}
					poly.BitReverse(h)
					one := field.One[E, S]()
					vanishing := field.Power[E, S](x, domain.Cardinality)
					S(&vanishing).Sub(&vanishing, &one)
					left := evaluate[E, S](h, &x)
					S(&left).Mul(&left, &vanishing)
					if left != right {
						t.Error("H·(Xⁿ − 1) is not a·b − c")
					}
				})
		}
	}
	if s := e.Statistics(); len(e.Devices()) > 0 &&
		(s.DeviceComputations != onDevice || s.CPUComputations != 0) {
		t.Errorf("%d quotients on the device, expected %d: %+v", s.DeviceComputations, onDevice, s)
	}
}

func (o *over[P1, P2, E, S]) quotientOfTheWrongShape(t *testing.T) {
	acc, domain := o.withoutKey(hookstest.Engine(t)), o.Field.NewDomain(4)
	for _, sizes := range [...][3]int{
		{5, 5, 5}, {3, 4, 4}, {4, 3, 4}, {4, 4, 3}, {0, 0, 1},
	} {
		a, b, c := make([]E, sizes[0]), make([]E, sizes[1]), make([]E,
			sizes[2])
		if _, err := acc.ComputeH(a, b, c, domain); !errors.Is(err, ErrKeyMismatch) {
			t.Errorf("%v: got %v", sizes, err)
		}
	}
	if _, err := acc.ComputeH(nil, nil, nil, nil); !errors.Is(err, ErrInvalidInput) {
		t.Errorf("no domain: got %v", err)
	}
	for _, n := range []uint64{0, 24, 1 << 63} {
		domain := new(algebra.Domain[E])
		domain.Cardinality = n
		if _, err := acc.ComputeH(nil, nil, nil, domain); !errors.Is(err, ErrKeyMismatch) {
			t.Errorf("a domain of %d: got %v", n, err)
		}
	}
}
