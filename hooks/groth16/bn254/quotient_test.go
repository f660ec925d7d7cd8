package bn254

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// satisfied returns n random values a and b, and c = a·b, in slices of the given capacity.
func satisfied(n, capacity int) (a, b, c []fr.Element) {
	a, b, c = make([]fr.Element, n, capacity), make([]fr.Element, n, capacity), make([]fr.Element, n, capacity)
	for i := range a {
		a[i].MustSetRandom()
		b[i].MustSetRandom()
		c[i].Mul(&a[i], &b[i])
	}
	return a, b, c
}

// interpolate returns the coefficients of the polynomial with the given values on the domain, and zero where none is
// given.
func interpolate(values []fr.Element, domain *fft.Domain) []fr.Element {
	coefficients := make([]fr.Element, domain.Cardinality)
	copy(coefficients, values)
	domain.FFTInverse(coefficients, fft.DIF)
	fft.BitReverse(coefficients)
	return coefficients
}

func evaluate(coefficients []fr.Element, x *fr.Element) (y fr.Element) {
	for i := len(coefficients) - 1; i >= 0; i-- {
		y.Mul(&y, x).Add(&y, &coefficients[i])
	}
	return y
}

// TestQuotient checks H·(Xⁿ − 1) = a·b − c at a random point.
func TestQuotient(t *testing.T) {
	for _, test := range []struct{ values, cardinality int }{
		{0, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {17, 32}, {1000, 1024}, {1024, 1024}, {5000, 8192},
	} {
		for _, capacity := range []int{test.values, test.cardinality} {
			t.Run(fmt.Sprintf("%d of %d, capacity %d", test.values, test.cardinality, capacity), func(t *testing.T) {
				domain := fft.NewDomain(uint64(test.cardinality))
				a, b, c := satisfied(test.values, capacity)
				var x, left, right, vanishing fr.Element
				x.MustSetRandom()
				av, bv, cv := interpolate(a, domain), interpolate(b, domain), interpolate(c, domain)
				ax, bx, cx := evaluate(av, &x), evaluate(bv, &x), evaluate(cv, &x)
				right.Mul(&ax, &bx).Sub(&right, &cx)

				h, err := new(Accelerator).ComputeH(a, b, c, domain)
				if err != nil {
					t.Fatal(err)
				}
				if len(h) != test.cardinality {
					t.Fatalf("%d entries", len(h))
				}
				if !h[len(h)-1].IsZero() {
					t.Error("the last entry is not zero")
				}
				fft.BitReverse(h)
				one := fr.One()
				vanishing.Exp(x, new(big.Int).SetUint64(domain.Cardinality)).Sub(&vanishing, &one)
				left = evaluate(h, &x)
				left.Mul(&left, &vanishing)
				if !left.Equal(&right) {
					t.Error("H·(Xⁿ − 1) is not a·b − c")
				}
			})
		}
	}
}

func TestQuotientOfTheWrongShape(t *testing.T) {
	domain := fft.NewDomain(4)
	for _, sizes := range [][3]int{{5, 5, 5}, {3, 4, 4}, {4, 3, 4}, {4, 4, 3}, {0, 0, 1}} {
		_, err := quotient(make([]fr.Element, sizes[0]), make([]fr.Element, sizes[1]), make([]fr.Element, sizes[2]), domain)
		if !errors.Is(err, protocol.ErrKeyMismatch) {
			t.Errorf("%v: got %v", sizes, err)
		}
	}
	if _, err := quotient(nil, nil, nil, nil); !errors.Is(err, protocol.ErrInvalidInput) {
		t.Errorf("no domain: got %v", err)
	}
}
