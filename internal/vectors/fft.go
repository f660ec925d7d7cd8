package vectors

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/session"
)

// FFT has the options of a transform.
type FFT struct {
	OnCoset bool
}

// FFTOption is an option of a transform.
type FFTOption func(*FFT)

// OnCoset has the values on the domain's coset.
func OnCoset() FFTOption { return func(f *FFT) { f.OnCoset = true } }

// NewFFT returns the options together. A nil option is session.ErrInvalidOption.
func NewFFT(opts []FFTOption) (f FFT, err error) {
	for i, opt := range opts {
		if opt == nil {
			return f, fmt.Errorf("%w: option %d is nil", session.ErrInvalidOption, i)
		}
		opt(&f)
	}
	return f, nil
}
