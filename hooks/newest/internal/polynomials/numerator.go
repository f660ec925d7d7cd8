package polynomials

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Input is what a numerator is of.
type Input[E, D any] struct {
	Domain0, Domain1 *D
	Coset            func(shift E) *D // of Domain0, for a device
	// Values has the polynomials' n values on Domain0, in regular order. The selectors of
	// commitments follow atS3, and as many committed polynomials follow these.
	Values [][]E
	// Blinding has coefficients: L stands for L + Blinding[atL]·(Xⁿ − 1), and so on.
	Blinding           [4][]E
	Alpha, Beta, Gamma E
}

// These are the places of the polynomials of n values. Qk has the public inputs and the hashes of
// commitments.
const (
	atL = iota
	atR
	atO
	atZ
	atQk
	atQl
	atQr
	atQm
	atQo
	atS1
	atS2
	atS3
	atQcp
)

// committed returns the number of committed polynomials.
func (in *Input[E, D]) committed() int { return (len(in.Values) - atQcp) / 2 }

// numerator is one that is computed. Its domains are those of the input.
type numerator[E, D any, K comparable] struct {
	*Input[E, D]
	*Field[E, D, K]
	small, large *curve.Domain[E]

	coefficients [][]E
	values       []E
}

func newNumerator[E, D any, K comparable](
	f *Field[E, D, K], in *Input[E, D],
) *numerator[E, D, K] {
	p := &numerator[E, D, K]{
		Input: in, Field: f, small: f.Domain(in.Domain0), large: f.Domain(in.Domain1),
	}
	p.coefficients = make([][]E, len(in.Values))
	return p
}

// Numerator returns the values of the quotient's numerator on Domain1's coset. They are in
// bit-reversed order. It also returns the coefficients of the polynomials of n values, with room
// for blinding. Xⁿ − 1 divides the numerator:
//
//	gate + α·(ordering + α·(Z − 1)·L₁)
//
//	gate     = Ql·L + Qr·R + Qm·L·R + Qo·O + Qk + Σ Qcpⱼ·Piⱼ
//	ordering = Z(ωX)·(L + βS1 + γ)(R + βS2 + γ)(O + βS3 + γ)
//	           − Z·(L + βX + γ)(R + βuX + γ)(O + βu²X + γ)
//
// L₁ is 1 at 1 and 0 elsewhere on the domain.
func Numerator[E, D any, K comparable](
	f *Field[E, D, K], by *attachment.Choice, in *Input[E, D],
) (values []E, coefficients [][]E, err error) {
	p := newNumerator(f, in)
	n := p.small.Cardinality
	if p.large.Cardinality%n != 0 {
		return nil, nil, fmt.Errorf("domains of %d and %d elements", n, p.large.Cardinality)
	}
	for i, v := range in.Values {
		if uint64(len(v)) != n {
			return nil, nil, NotValues(i, n)
		}
	}
	err = by.Run("numerator", func(e *accel.Engine) error {
		if err := evaluate(p, e); err != nil {
			return err
		}
		if by.Checks {
			return p.verify(f.Random())
		}
		return nil
	})
	return p.values, p.coefficients, err
}

// NotValues is the error of a polynomial in another form.
func NotValues(polynomial int, n uint64) error {
	return fmt.Errorf(
		"polynomial %d is not given by its values on the domain of %d", polynomial, n)
}
