package protocol

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
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

// sumOfQuotient computes the quotient and its sum over z as a proof does. It makes sure that the
// processors are given free: a sum that waits for them ends.
func (o *over[P1, P2, E, S]) sumOfQuotient(
	r *replica[P1, P2, E, S], a, b, c []E, domain *algebra.Domain[E], z *device.Vector[P1, E],
) (sum P1, err error) {
	wires := device.NewWires[E](r.field(), 0,
		func() ([]device.Selection, error) { return nil, nil })
	proof, err := wires.Proof(nil)
	if err != nil {
		return sum, err
	}
	defer leave(proof)
	all := device.NewSums(proof)
	over := device.SumOfQuotient[P1, E, S](all, z, &device.Quotient[E]{
		Domain: &domain.Domain,
		Values: func() (*device.Values[E], error) { return valuesOf[E, S](a, b, c, domain) },
		OnCPU:  func(a, b, c []E) []E { return quotient[E, S](o.Field, a, b, c, domain) },
	})
	waiting := &device.Vector[P1, E]{Points: z.Points[:1], Group: z.Group} // is not on the device
	device.SumOfValues(all, waiting, make([]E, 1))
	sum, err = over()
	return sum, errors.Join(err, all.Wait())
}

// quotientSum compares sums with the CPU's. They are over the key's vector Z, where the
// coefficients stay on the device, over other points, and once the vectors are gone from the
// device.
func (o *over[P1, P2, E, S]) quotientSum(t *testing.T) {
	acc := o.accelerator(t, &Key[P1, P2, E]{Z: o.vector(31)})
	r, domain := replicaOf(t, acc), o.Field.NewDomain(32)
	check := func(what string, z *device.Vector[P1, E], want uint64) {
		t.Helper()
		a, b, c := o.satisfied(20, 20)
		h := quotient[E, S](
			o.Field, slices.Clone(a), slices.Clone(b), slices.Clone(c), domain)
		var wantSum P1
		if _, err := o.G1.MultiExp(&wantSum, z.Points, h[:31], ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		before := acc.engine.Statistics()
		sum, err := o.sumOfQuotient(r, a, b, c, domain, z)
		if err != nil || sum != wantSum {
			t.Errorf("%s: a wrong sum: %v", what, err)
		}
		after := acc.engine.Statistics()
		up := after.BytesUp - before.BytesUp
		if len(acc.engine.Devices()) > 0 &&
			(after.DeviceComputations != before.DeviceComputations+1 ||
				after.DeviceMSMs != before.DeviceMSMs+2 || up != want*uint64(o.Field.Bytes)) {
			t.Errorf("%s: %d bytes sent, expected %d elements: %+v", what, up, want, after)
		}
	}
	z := &r.bases.Z
	// of points and coefficients, in elements
	one := uint64(o.pointBytes/o.Field.Bytes + 1)
	check("Z", z, 40+one)
	other := &device.Vector[P1, E]{Points: o.vector(31), Group: z.Group}
	check("other points", other, 40+32*one)
	if err := acc.Close(); err != nil {
		t.Fatal(err)
	}
	check("Z after Close", z, 40+32*one)
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
