package accel

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// FFTOption is an option of a transform: [OnCoset].
type FFTOption func(*fftOptions)

type fftOptions struct{ onCoset bool }

// OnCoset makes a transform's values those on the domain's coset, as fft.OnCoset of gnark-crypto
// does.
func OnCoset() FFTOption { return func(o *fftOptions) { o.onCoset = true } }

// FFT replaces the coefficients of a polynomial by its values on the domain, in place.
// gnark-crypto's method of its Domain does the same. With fft.DIF it goes from natural to
// bit-reversed order, with fft.DIT the other way round. a must have the domain's length. The option
// [OnCoset] stands for fft.OnCoset.
//
// Wrong options are [ErrInvalidOption]. Other than for these and a wrong length an error is
// returned only by a strict engine, for a failure of the device, and by a closed engine,
// [ErrClosed]; a is unchanged then.
func (f *Field[E, D, K]) FFT(domain *D, a []E, decimation K, opts ...FFTOption) error {
	t, err := transform(engine.Transform[K]{Decimation: decimation}, opts)
	if err != nil {
		return err
	}
	return f.inner().Transform(domain, a, t)
}

// FFTInverse replaces values by coefficients. See [Field.FFT].
func (f *Field[E, D, K]) FFTInverse(domain *D, a []E, decimation K, opts ...FFTOption) error {
	t, err := transform(engine.Transform[K]{Inverse: true, Decimation: decimation}, opts)
	if err != nil {
		return err
	}
	return f.inner().Transform(domain, a, t)
}

// Interpolate replaces a polynomial's values on the domain by its coefficients, both in natural
// order. See [Field.FFT].
func (f *Field[E, D, K]) Interpolate(domain *D, a []E) error {
	return f.inner().Interpolate(domain, a)
}

// FFT replaces coefficients by values on the domain. See [Field.FFT], also for the orders.
func (v *Vector[E, D, K]) FFT(domain *D, decimation K, opts ...FFTOption) error {
	t, err := transform(engine.Transform[K]{Decimation: decimation}, opts)
	if err != nil {
		return err
	}
	return v.inner().Transform(domain, t)
}

// FFTInverse replaces values by coefficients. See [Field.FFT].
func (v *Vector[E, D, K]) FFTInverse(domain *D, decimation K, opts ...FFTOption) error {
	t, err := transform(engine.Transform[K]{Inverse: true, Decimation: decimation}, opts)
	if err != nil {
		return err
	}
	return v.inner().Transform(domain, t)
}

// transform returns a transform with its options.
func transform[K comparable](
	t engine.Transform[K], opts []FFTOption,
) (engine.Transform[K], error) {
	var o fftOptions
	for i, opt := range opts {
		if opt == nil {
			return t, fmt.Errorf("%w: option %d is nil", ErrInvalidOption, i)
		}
		opt(&o)
	}
	t.OnCoset = o.onCoset
	return t, nil
}
