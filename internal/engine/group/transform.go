package group

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Transform transforms a in place, over a domain of its length.
func (f *Field[E, D, K]) Transform(domain *D, a []E, t engine.Transform[K]) error {
	if err := f.check(); err != nil {
		return err
	}
	d := f.host.Domain(domain)
	device, err := f.host.OnDevice(d, t)
	if err != nil {
		return err
	}
	return replace(f.set(), f.host.Descriptor, a, &replacing[E]{
		name: "transform", domain: d, transform: device,
		cpu: func() { f.host.Transform(d, a, t) },
	})
}

// Interpolate replaces a polynomial's values on a domain by its coefficients, both in natural
// order.
func (f *Field[E, D, K]) Interpolate(domain *D, a []E) error {
	if err := f.check(); err != nil {
		return err
	}
	return Interpolate(f.set(), f.host.Descriptor, f.host.Domain(domain), a)
}

// Interpolate is [Field.Interpolate] for a field that is described to the backend.
func Interpolate[E any](s *Set, field *cuda.Field, d *curve.Domain[E], a []E) error {
	return replace(s, field, a, &replacing[E]{
		name: "interpolation", domain: d,
		transform: cuda.Transform{Inverse: true}, reversed: true,
		cpu: func() { poly.Interpolate(d, a) },
	})
}

// replacing replaces a slice by its transform. A reversed one is brought from bit-reversed into
// natural order then. The CPU does all of it.
type replacing[E any] struct {
	name      string
	domain    *curve.Domain[E]
	transform cuda.Transform
	reversed  bool
	cpu       func()
}

// replace has a device transform a copy of a, which takes its place then. Otherwise the CPU changes
// a itself.
func replace[E any](s *Set, field *cuda.Field, a []E, r *replacing[E]) error {
	if len(a) != r.domain.Len() || bits.OnesCount(uint(len(a))) != 1 {
		return fmt.Errorf("accel: %s of %d elements over another domain, or none", r.name, len(a))
	}
	var result []E // apart, since the CPU starts from a if the device fails
	err := s.Try(len(a), func(e *engine.Engine) error {
		on := engine.NewField(e, field)
		return on.Compute(r.name, len(a), on.Bytes(len(a)), func(w *cuda.Workspace) (err error) {
			result, err = r.onDevice(w, on, a)
			return err
		})
	})
	switch {
	case errors.Is(err, engine.ErrOnCPU):
		r.cpu()
	case err != nil:
		return err
	default:
		parallel.Chunks(len(a), func(from, to int) { copy(a[from:to], result[from:to]) })
	}
	return nil
}

func (r *replacing[E]) onDevice(w *cuda.Workspace, on *engine.Field, a []E) ([]E, error) {
	d, err := engine.DomainOn(w, on, r.domain)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	v, err := w.Vector(on.Descriptor(), len(a))
	if err != nil {
		return nil, err
	}
	w.Upload(v, raw.Bytes(a))
	w.Transform(d, r.transform, []*cuda.Vector{v}, []*cuda.Vector{v})
	if r.reversed {
		w.BitReverse(v, v)
	}
	result := make([]E, len(a))
	return result, w.Download(raw.Bytes(result), v)
}
