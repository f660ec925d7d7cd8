package fieldtest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Field is a scalar field E, as a package accel/<curve> and gnark-crypto have it. D is a domain and
// K a decimation.
type Field[E comparable, D any, K comparable] struct {
	// First says that the tests are usually thorough for this field. Short runs on an emulator keep
	// some of them for it alone.
	First bool
	// New returns the computations of an engine.
	New func(*accel.Engine) *accel.Field[E, D, K]

	// DIF and DIT are gnark-crypto's decimations, in frequency and in time.
	DIF, DIT K
	// NewDomain returns gnark-crypto's domain of n elements.
	NewDomain func(n int) *D
	// Oracle is gnark-crypto's transform of a slice. See [OracleOf].
	Oracle func(domain *D, a []E, decimation K, t Transform)
	// Scalars has gnark-crypto's methods.
	Scalars *curve.Field[E]
}

// Transform says which of a domain's transforms is meant.
type Transform struct{ inverse, onCoset, inTime bool }

// OracleOf returns Oracle of a [Field] for gnark-crypto's transforms, and their option.
func OracleOf[E, D, K, O any](
	forward, inverse func(domain *D, a []E, decimation K, opts ...O), onCoset func() O,
) func(domain *D, a []E, decimation K, t Transform) {
	return func(domain *D, a []E, decimation K, t Transform) {
		var options []O
		if t.onCoset {
			options = append(options, onCoset())
		}
		if t.inverse {
			inverse(domain, a, decimation, options...)
		} else {
			forward(domain, a, decimation, options...)
		}
	}
}

// elements returns n scalars of which the first are the edges of the field.
func (f *Field[E, D, K]) elements(n int) []E {
	a, rng := make([]E, n), sample.NewRand(61)
	for i := range a {
		switch i {
		case 0:
		case 1:
			a[i] = f.Scalars.One
		case 2:
			a[i] = sample.Minus(f.Scalars, f.Scalars.One)
		default:
			a[i] = sample.Uniform(f.Scalars, rng)
		}
	}
	return a
}

// transforms returns the eight transforms over a domain.
func transforms() (all []Transform) {
	for _, inverse := range []bool{false, true} {
		for _, onCoset := range []bool{false, true} {
			for _, inTime := range []bool{false, true} {
				all = append(all, Transform{inverse, onCoset, inTime})
			}
		}
	}
	return all
}

func (x Transform) options() []accel.FFTOption {
	if x.onCoset {
		return []accel.FFTOption{accel.OnCoset()}
	}
	return nil
}

// decimation returns gnark-crypto's name for the decimation of a transform.
func (f *Field[E, D, K]) decimation(x Transform) K {
	if x.inTime {
		return f.DIT
	}
	return f.DIF
}

// oracle transforms a as gnark-crypto does.
func (f *Field[E, D, K]) oracle(x Transform, domain *D, a []E) {
	f.Oracle(domain, a, f.decimation(x), x)
}

// transform transforms a on an engine.
func (f *Field[E, D, K]) transform(
	x Transform, on *accel.Field[E, D, K], domain *D, a []E,
) error {
	if x.inverse {
		return on.FFTInverse(domain, a, f.decimation(x), x.options()...)
	}
	return on.FFT(domain, a, f.decimation(x), x.options()...)
}

// transforms compares all transforms of some sizes with gnark-crypto's.
func (f *Field[E, D, K]) transforms(t *testing.T, on *accel.Field[E, D, K], sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		domain := f.NewDomain(n)
		for _, x := range transforms() {
			got := f.elements(n)
			want := slices.Clone(got)
			f.oracle(x, domain, want)
			devicetest.NoError(t, f.transform(x, on, domain, got))
			if !slices.Equal(got, want) {
				t.Errorf("%d elements, %+v: not gnark-crypto's transform", n, x)
			}
		}
	}
}

// interpolate compares interpolations of some sizes with gnark-crypto's.
func (f *Field[E, D, K]) interpolate(t *testing.T, on *accel.Field[E, D, K], sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		domain, got := f.NewDomain(n), f.elements(n)
		want := slices.Clone(got)
		f.oracle(Transform{inverse: true}, domain, want)
		poly.BitReverse(want)
		devicetest.NoError(t, on.Interpolate(domain, got))
		if !slices.Equal(got, want) {
			t.Errorf("%d values: not the coefficients", n)
		}
	}
}

// open opens a strict engine.
func (f *Field[E, D, K]) open(t *testing.T, opts ...accel.Option) (*accel.Engine,
	*accel.Field[E, D, K]) {
	t.Helper()
	e := devicetest.Open(t, append(opts, accel.WithStrict())...)
	return e, f.New(e)
}
