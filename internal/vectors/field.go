package vectors

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Field is a scalar field on the devices of a set. D and K are gnark-crypto's domains and
// decimations.
type Field[E, D any, K comparable] struct {
	devices *devices.Field
	host    *Host[E, D, K]
}

// Host computes in a scalar field on the CPU.
type Host[E, D any, K comparable] struct {
	*poly.Table[E]
	// Descriptor describes the field to the backend.
	Descriptor *cuda.Field
	DIF, DIT   K
	// Constants returns the numbers of a domain.
	Constants func(*D) *field.Domain[E]
	// Transform is gnark-crypto's transform of a slice, in place.
	Transform func(domain *D, a []E, t Transform[K])
}

// Transform says which of a domain's transforms is meant.
type Transform[K comparable] struct {
	Inverse, OnCoset bool
	Decimation       K
}

// NewField returns a field that asks for the set when it first computes.
func NewField[E, D any, K comparable](
	set func() *devices.Set, host *Host[E, D, K],
) *Field[E, D, K] {
	return &Field[E, D, K]{devices.NewField(set, host.Descriptor), host}
}

// On returns the field on one device's engine, for proofs.
func (f *Field[E, D, K]) On(e *session.Engine) *session.Field { return f.devices.On(e) }

// check returns session.ErrNotMade for nil and for a zero value.
func (f *Field[E, D, K]) check() error {
	if f == nil || f.host == nil {
		return session.ErrNotMade
	}
	return nil
}

// Transform transforms a in place, over a domain of its length.
func (f *Field[E, D, K]) Transform(domain *D, a []E, t Transform[K]) error {
	if err := f.check(); err != nil {
		return err
	}
	d := f.host.domain(domain)
	device, err := f.host.forDevice(d, t)
	if err != nil {
		return err
	}
	task := replacing[E]{"transform", d, device, false}
	return task.run(f.devices, a, func(a []E) { f.host.Transform(domain, a, t) })
}

// Interpolate replaces a polynomial's values on a domain by its coefficients, both in natural
// order.
func (f *Field[E, D, K]) Interpolate(domain *D, a []E) error {
	if err := f.check(); err != nil {
		return err
	}
	inverse := Transform[K]{Inverse: true, Decimation: f.host.DIF}
	device := cuda.Transform{Inverse: true}
	task := replacing[E]{"interpolation", f.host.domain(domain), device, true}
	return task.run(f.devices, a, func(a []E) {
		f.host.Transform(domain, a, inverse)
		poly.BitReverse(a)
	})
}

// domain returns the numbers of a domain, and nil for none.
func (h *Host[E, D, K]) domain(d *D) *field.Domain[E] {
	if d == nil {
		return nil
	}
	return h.Constants(d)
}

// forDevice returns a transform over a domain, or nil, as the backend does it.
func (h *Host[E, D, K]) forDevice(
	d *field.Domain[E], t Transform[K],
) (device cuda.Transform, err error) {
	if t.Decimation != h.DIF && t.Decimation != h.DIT {
		return device, fmt.Errorf("%w: decimation %v", session.ErrInvalidOption, t.Decimation)
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

// replacing replaces a slice by its transform. A reversed one is brought from bit-reversed into
// natural order then.
type replacing[E any] struct {
	name      string
	domain    *field.Domain[E]
	transform cuda.Transform
	reversed  bool
}

// run has a device transform a copy of a, which takes its place then. Otherwise the CPU changes a
// itself, and does all of it.
func (r *replacing[E]) run(f *devices.Field, a []E, cpu func([]E)) error {
	if len(a) != r.domain.Len() || bits.OnesCount(uint(len(a))) != 1 {
		return fmt.Errorf("accel: %s of %d elements over another domain, or none", r.name, len(a))
	}
	var result []E // apart, since the CPU starts from a if the device fails
	err := f.Try(len(a), func(on *session.Field) error {
		return on.Compute(r.name, len(a), on.Bytes(len(a)), func(w *cuda.Workspace) (err error) {
			result, err = r.onDevice(w, on, a)
			return err
		})
	})
	switch {
	case errors.Is(err, session.ErrOnCPU):
		cpu(a)
	case err != nil:
		return err
	default:
		parallel.Chunks(len(a), func(from, to int) { copy(a[from:to], result[from:to]) })
	}
	return nil
}

func (r *replacing[E]) onDevice(w *cuda.Workspace, on *session.Field, a []E) ([]E, error) {
	d, err := DomainOn(w, on, r.domain)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	v, err := w.Vector(on.Descriptor(), len(a))
	if err != nil {
		return nil, err
	}
	w.Upload(v, driver.Bytes(a))
	w.Transform(d, r.transform, []*cuda.Vector{v}, []*cuda.Vector{v})
	if r.reversed {
		w.BitReverse(v, v)
	}
	result := make([]E, len(a))
	return result, w.Download(driver.Bytes(result), v)
}

// DomainOn returns the device's domain with the same elements.
func DomainOn[E any](
	w *cuda.Workspace, f *session.Field, d *field.Domain[E],
) (*cuda.Domain, error) {
	return w.Domain(f.Descriptor(), driver.Words(&d.Generator), bits.TrailingZeros64(d.Cardinality))
}
