package engine

import (
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// HostField computes in a scalar field on the CPU. D and K are gnark-crypto's domains and
// decimations.
type HostField[E, D any, K comparable] struct {
	Scalars *curve.Field[E]
	// Descriptor describes the field to the backend.
	Descriptor *cuda.Field
	DIF, DIT   K
	// Domain returns a domain in the form that generic code takes, and nil for none.
	Domain func(*D) *curve.Domain[E]
}

// Transform says which of a domain's transforms is meant.
type Transform[K comparable] struct {
	Inverse, OnCoset bool
	Decimation       K
}

// Transform transforms a slice in place, over a domain of its length.
func (h *HostField[E, D, K]) Transform(d *curve.Domain[E], a []E, t Transform[K]) {
	how := curve.Transform{Decimation: curve.DIT, OnCoset: t.OnCoset}
	if t.Decimation == h.DIF {
		how.Decimation = curve.DIF
	}
	if t.Inverse {
		d.FFTInverse(a, how)
	} else {
		d.FFT(a, how)
	}
}

// OnDevice returns a transform in the backend's terms. A nil domain has no coset.
func (h *HostField[E, D, K]) OnDevice(
	d *curve.Domain[E], t Transform[K],
) (device cuda.Transform, err error) {
	if t.Decimation != h.DIF && t.Decimation != h.DIT {
		return device, fmt.Errorf("%w: decimation %v", ErrInvalidOption, t.Decimation)
	}
	device = cuda.Transform{Inverse: t.Inverse, Decimation: cuda.Frequency}
	if t.Decimation == h.DIT {
		device.Decimation = cuda.Time
	}
	if t.OnCoset && d != nil {
		device.Coset = &cuda.Coset{
			Shift: raw.Words(&d.Shift), Inverse: raw.Words(&d.ShiftInverse),
		}
	}
	return device, nil
}

// DomainOn returns the device's domain with the same elements.
func DomainOn[E any](
	w *cuda.Workspace, f *Field, d *curve.Domain[E],
) (*cuda.Domain, error) {
	return w.Domain(f.Descriptor(), raw.Words(&d.Generator), bits.TrailingZeros64(d.Cardinality))
}
