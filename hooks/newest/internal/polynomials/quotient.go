package polynomials

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Quotients computes the quotients of Groth16 by the choice of an accelerator.
type Quotients[E, D any, K comparable] struct {
	f  *Field[E, D, K]
	by *attachment.Choice
}

// QuotientsBy returns the quotients of an accelerator.
func QuotientsBy[E, D any, K comparable](
	onEngine func(*accel.Engine) *accel.Field[E, D, K], a *attachment.Attached,
) Quotients[E, D, K] {
	return Quotients[E, D, K]{FieldOf(onEngine), attachment.ChoiceOf(a)}
}

// ComputeH returns H = (a·b − c)/(Xⁿ − 1). a, b and c are given by their values on the domain of n
// elements, where a·b = c; values that lack are zero. The n coefficients are in bit-reversed order,
// as the key's vector Z is, and the last one is zero. a, b and c do not change.
func (q *Quotients[E, D, K]) ComputeH(a, b, c []E, domain *D) (h []E, err error) {
	n, f, abc := q.f.Domain(domain).Cardinality, q.f, &[3][]E{a, b, c}
	if uint64(len(a)) > n || len(b) != len(a) || len(c) != len(a) {
		return nil, fmt.Errorf("%d, %d and %d values on a domain of %d", len(a), len(b), len(c), n)
	}
	err = q.by.Run("quotient", func(e *accel.Engine) (err error) {
		if h, err = divide(f, e, abc, domain); err != nil {
			return err
		}
		if q.by.Checks && !divides(f, h, abc, domain) {
			return attachment.Wrong("a quotient")
		}
		return nil
	})
	return h, err
}

// divide divides on a coset of the domain, where Xⁿ − 1 is constant.
func divide[E, D any, K comparable](
	f *Field[E, D, K], e *accel.Engine, values *[3][]E, domain *D,
) ([]E, error) {
	constants, on := f.Domain(domain), f.onEngine(e)
	var abc [3]*accel.Vector[E, D, K]
	for i, v := range values {
		vector, err := load(on, constants.Len(), v)
		if err != nil {
			return nil, err
		}
		defer vector.Close()
		if err := errors.Join(
			vector.FFTInverse(domain, f.DIF),
			vector.FFT(domain, f.DIT, accel.OnCoset()),
		); err != nil {
			return nil, err
		}
		abc[i] = vector
	}
	h := make([]E, constants.Cardinality)
	factor := groth16.InverseOnCoset(constants)
	return h, errors.Join(
		abc[0].Mul(abc[0], abc[1]),
		abc[0].Sub(abc[0], abc[2]),
		abc[0].ScalarMul(abc[0], &factor),
		abc[0].FFTInverse(domain, f.DIF, accel.OnCoset()),
		abc[0].Download(h),
	)
}

// divides says whether H(x)·(xⁿ − 1) = a(x)·b(x) − c(x), at a random x. Of wrong polynomials that
// is true for 2n of all x at most.
func divides[E, D any, K comparable](
	f *Field[E, D, K], h []E, abc *[3][]E, domain *D,
) bool {
	x, constants := f.Random(), f.Domain(domain)
	at := f.valuesAt(x, &nodes[E]{Domain: constants}, abc[:]...)
	f.Sub(&at[0], f.Mul(&at[0], &at[0], &at[1]), &at[2])
	left, factor := f.valueAt(x, h, bitReversed), constants.Vanishing(x)
	return f.Equal(f.Mul(&left, &left, &factor), &at[0])
}
