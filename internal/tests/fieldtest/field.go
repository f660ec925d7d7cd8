package fieldtest

import (
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Field is a scalar field E, as a package accel/<curve> and gnark-crypto have it. S is a pointer to
// a scalar, D is a domain, K a decimation, O an option, and V a vector that may lie on the device.
type Field[E comparable, S sample.Scalar[E], D, K, O any, V Vector[E, D, K, V]] struct {
	// First says that the tests are usually thorough for this field. Short runs on an emulator keep
	// some of them for it alone.
	First bool
	// New returns the computations of an engine.
	New func(*accel.Engine) Fr[E, D, K, V]

	// DIF and DIT are gnark-crypto's decimations, in frequency and in time.
	DIF, DIT K
	// NewDomain returns gnark-crypto's domain of n elements.
	NewDomain func(n int) *D
	// FFT and FFTInverse are gnark-crypto's transforms, and OnCoset their option.
	FFT, FFTInverse func(domain *D, a []E, decimation K, opts ...O)
	OnCoset         func() O
	// BitReverse is gnark-crypto's permutation.
	BitReverse func(a []E)
}

// Fr computes on an engine, as Fr of a package accel/<curve> does.
type Fr[E, D, K, V any] interface {
	FFT(domain *D, a []E, decimation K, opts ...accel.FFTOption) error
	FFTInverse(domain *D, a []E, decimation K, opts ...accel.FFTOption) error
	Interpolate(domain *D, a []E) error
	Load(a []E) (V, error)
}

// Vector is a vector of scalars, as Vector of a package accel/<curve> is.
type Vector[E, D, K, V any] interface {
	FFT(domain *D, decimation K, opts ...accel.FFTOption) error
	FFTInverse(domain *D, decimation K, opts ...accel.FFTOption) error
	Mul(a, b V) error
	Invert(a V) error
	Download(a []E) error
	Close() error
}

// transform is one of the eight transforms over a domain.
type transform struct{ inverse, onCoset, inTime bool }

func transforms() (all []transform) {
	for _, inverse := range []bool{false, true} {
		for _, onCoset := range []bool{false, true} {
			for _, inTime := range []bool{false, true} {
				all = append(all, transform{inverse, onCoset, inTime})
			}
		}
	}
	return all
}

func (x transform) options() []accel.FFTOption {
	if x.onCoset {
		return []accel.FFTOption{accel.OnCoset()}
	}
	return nil
}

// decimation returns gnark-crypto's name for the decimation of a transform.
func (f *Field[E, S, D, K, O, V]) decimation(x transform) K {
	if x.inTime {
		return f.DIT
	}
	return f.DIF
}

// oracle transforms a as gnark-crypto does.
func (f *Field[E, S, D, K, O, V]) oracle(x transform, domain *D, a []E) {
	var options []O
	if x.onCoset {
		options = append(options, f.OnCoset())
	}
	if x.inverse {
		f.FFTInverse(domain, a, f.decimation(x), options...)
	} else {
		f.FFT(domain, a, f.decimation(x), options...)
	}
}

// transform transforms a on an engine.
func (f *Field[E, S, D, K, O, V]) transform(
	x transform, on Fr[E, D, K, V], domain *D, a []E,
) error {
	if x.inverse {
		return on.FFTInverse(domain, a, f.decimation(x), x.options()...)
	}
	return on.FFT(domain, a, f.decimation(x), x.options()...)
}

// elements returns n scalars of which the first are the edges of the field.
func (f *Field[E, S, D, K, O, V]) elements(n int) []E {
	a, rng := make([]E, n), sample.NewRand(61)
	for i := range a {
		switch i {
		case 0:
		case 1:
			a[i] = sample.Element[E, S](1)
		case 2:
			a[i] = sample.Minus[E, S](sample.Element[E, S](1))
		default:
			a[i] = sample.Uniform[E, S](rng)
		}
	}
	return a
}

// transforms compares all transforms of some sizes with gnark-crypto's.
func (f *Field[E, S, D, K, O, V]) transforms(t *testing.T, on Fr[E, D, K, V], sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		domain := f.NewDomain(n)
		for _, x := range transforms() {
			got := f.elements(n)
			want := slices.Clone(got)
			f.oracle(x, domain, want)
			if err := f.transform(x, on, domain, got); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d elements, %+v: not gnark-crypto's transform", n, x)
			}
		}
	}
}

// interpolate compares interpolations of some sizes with gnark-crypto's.
func (f *Field[E, S, D, K, O, V]) interpolate(t *testing.T, on Fr[E, D, K, V], sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		domain, got := f.NewDomain(n), f.elements(n)
		want := slices.Clone(got)
		f.FFTInverse(domain, want, f.DIF)
		f.BitReverse(want)
		if err := on.Interpolate(domain, got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d values: not the coefficients", n)
		}
	}
}

// open opens a strict engine.
func (f *Field[E, S, D, K, O, V]) open(t *testing.T, opts ...accel.Option) (*accel.Engine,
	Fr[E, D, K, V]) {
	t.Helper()
	e := devicetest.Open(t, append(opts, accel.WithStrict())...)
	return e, f.New(e)
}
