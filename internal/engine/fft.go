package engine

import (
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// HostField computes in a scalar field on the CPU. D and K are gnark-crypto's domains and
// decimations.
type HostField[E, D any, K comparable] struct {
	Scalars *curve.Field[E]
	// Descriptor describes the field to the backend.
	Descriptor *cuda.Field
	DIF, DIT   K
	// Constants returns the numbers of a domain.
	Constants func(*D) *curve.Domain[E]
	// Transform is gnark-crypto's transform of a slice, in place.
	Transform func(domain *D, a []E, t Transform[K])
}

// Transform says which of a domain's transforms is meant.
type Transform[K comparable] struct {
	Inverse, OnCoset bool
	Decimation       K
}

// Domain returns the numbers of a domain, and nil for none.
func (h *HostField[E, D, K]) Domain(d *D) *curve.Domain[E] {
	if d == nil {
		return nil
	}
	return h.Constants(d)
}

// OnDevice returns a transform over a domain, or nil, as the backend does it.
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
			Shift: driver.Words(&d.Shift), Inverse: driver.Words(&d.ShiftInverse),
		}
	}
	return device, nil
}

// DomainOn returns the device's domain with the same elements.
func DomainOn[E any](
	w *cuda.Workspace, f *Field, d *curve.Domain[E],
) (*cuda.Domain, error) {
	return w.Domain(f.Descriptor(), driver.Words(&d.Generator), bits.TrailingZeros64(d.Cardinality))
}
