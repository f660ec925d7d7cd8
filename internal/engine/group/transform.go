package group

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Replace has a device transform a copy of a over a domain, which takes its place then. Otherwise
// the CPU changes a itself. A reversed result is brought from bit-reversed into natural order then,
// which the CPU's part includes.
func Replace[E any](f *Field, what string, domain *field.Domain[E], a []E,
	t cuda.Transform, reversed bool, cpu func([]E)) error {
	if len(a) != domain.Len() || bits.OnesCount(uint(len(a))) != 1 {
		return fmt.Errorf("accel: %s of %d elements over another domain, or none", what, len(a))
	}
	var result []E // apart, since the CPU starts from a if the device fails
	err := f.Try(len(a), func(on *engine.Field) error {
		return on.Compute(what, len(a), on.Bytes(len(a)), func(w *cuda.Workspace) error {
			d, err := engine.DomainOn(w, on, domain)
			if err != nil {
				return err
			}
			defer d.Close()
			v, err := w.Vector(on.Descriptor(), len(a))
			if err != nil {
				return err
			}
			w.Upload(v, driver.Bytes(a))
			w.Transform(d, t, []*cuda.Vector{v}, []*cuda.Vector{v})
			if reversed {
				w.BitReverse(v, v)
			}
			result = make([]E, len(a))
			return w.Download(driver.Bytes(result), v)
		})
	})
	switch {
	case errors.Is(err, engine.ErrOnCPU):
		cpu(a)
	case err != nil:
		return err
	default:
		parallel.Chunks(len(a), func(from, to int) { copy(a[from:to], result[from:to]) })
	}
	return nil
}
