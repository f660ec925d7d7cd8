package polynomials

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Interpolate replaces values on a domain's coset, in bit-reversed order, by coefficients in
// regular order. An error leaves the values.
func Interpolate[E, D any, K comparable](
	f *Field[E, D, K], by *attachment.Choice, p []E, domain *D,
) error {
	var coefficients []E
	err := by.Run("interpolation", func(e *accel.Engine) (err error) {
		if coefficients, err = fetched(f.onEngine(e), p, domain, f.DIT); err != nil {
			return err
		}
		if by.Checks && !interpolate(f, coefficients, p, domain) {
			return attachment.Wrong("coefficients")
		}
		return nil
	})
	if err == nil {
		parallel.Chunks(len(p), func(from, to int) { copy(p[from:to], coefficients[from:to]) })
	}
	return err
}

// fetched returns the coefficients for values on a coset. Memory for them is taken beside the copy
// of the values, since it takes a processor as long to clear it.
func fetched[E, D any, K comparable](
	on *accel.Field[E, D, K], values []E, domain *D, order K,
) (coefficients []E, err error) {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		coefficients = make([]E, len(values))
		return nil
	})
	v, err := on.Load(values)
	if err = errors.Join(err, tasks.Wait()); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	defer v.Close()
	return coefficients, errors.Join(
		v.FFTInverse(domain, order, accel.OnCoset()), v.Download(coefficients))
}

// interpolate says whether coefficients and values on the coset agree at a random element.
func interpolate[E, D any, K comparable](
	f *Field[E, D, K], coefficients, values []E, domain *D,
) bool {
	x := f.Random()
	want := f.valuesAt(x, &nodes[E]{Domain: f.Domain(domain), onCoset: true}, values)[0]
	got := f.valueAt(x, coefficients, natural)
	return f.Equal(&got, &want)
}
