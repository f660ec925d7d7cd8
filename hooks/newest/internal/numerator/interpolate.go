package numerator

import (
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/choice"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/scalars"
)

// Interpolate replaces values on a domain's coset, in bit-reversed order, by coefficients in
// regular order.
func Interpolate[E, D any, K comparable](
	f *scalars.Field[E, D, K], by *choice.Choice, p []E, domain *D,
) error {
	values, again := make([]E, len(p)), false
	scalars.Pad(values, p)
	return by.Run("interpolation", func(e *accel.Engine) error {
		if again {
			scalars.Pad(p, values)
		}
		again = true
		err := f.OnEngine(e).FFTInverse(domain, p, f.DIT, accel.OnCoset())
		if err == nil && by.Checks && !interpolate(f, p, values, domain) {
			return choice.Wrong("coefficients")
		}
		return err
	})
}

// interpolate says whether coefficients and values on the coset agree at a random element.
func interpolate[E, D any, K comparable](
	f *scalars.Field[E, D, K], coefficients, values []E, domain *D,
) bool {
	x := f.Random()
	want := f.Inner(values, f.LagrangeOnCoset(x, f.Constants(domain)))
	got := f.Evaluate(coefficients, x)
	return f.Equal(&got, &want)
}
