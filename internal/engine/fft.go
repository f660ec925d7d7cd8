package engine

import (
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

// FFT has the options of a transform.
type FFT struct {
	OnCoset bool
}

// FFTOption is an option of a transform.
type FFTOption func(*FFT)

// OnCoset has the values on the domain's coset.
func OnCoset() FFTOption { return func(f *FFT) { f.OnCoset = true } }

// NewFFT returns the options together. A nil option is ErrInvalidOption.
func NewFFT(opts []FFTOption) (f FFT, err error) {
	for i, opt := range opts {
		if opt == nil {
			return f, fmt.Errorf("%w: option %d is nil", ErrInvalidOption, i)
		}
		opt(&f)
	}
	return f, nil
}

// DomainOn returns the device's domain with the same elements.
func DomainOn[E any](
	w *cuda.Workspace, f *Field, d *field.Domain[E],
) (*cuda.Domain, error) {
	return w.Domain(f.Descriptor(), driver.Words(&d.Generator), bits.TrailingZeros64(d.Cardinality))
}
