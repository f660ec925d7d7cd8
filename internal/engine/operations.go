package engine

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Set sets v to a.
func (v *Vector[E, D, K]) Set(a *Vector[E, D, K]) error {
	return v.apply("copy", []*Vector[E, D, K]{a},
		nil, func(w *cuda.Workspace, from []*cuda.Vector) { w.Copy(v.device, from[0]) },
		func(to []E, from [][]E) { copy(to, from[0]) })
}

// Add sets v to a + b, element by element.
func (v *Vector[E, D, K]) Add(a, b *Vector[E, D, K]) error {
	return v.elementwise("sum", a, b, (*cuda.Workspace).Add,
		func(z, x, y []E) { v.host.Scalars.Vectors.Add(z, x, y) })
}

// Sub sets v to a − b, element by element.
func (v *Vector[E, D, K]) Sub(a, b *Vector[E, D, K]) error {
	return v.elementwise("difference", a, b, (*cuda.Workspace).Subtract,
		func(z, x, y []E) { v.host.Scalars.Vectors.Sub(z, x, y) })
}

// Mul sets v to a·b, element by element.
func (v *Vector[E, D, K]) Mul(a, b *Vector[E, D, K]) error {
	return v.elementwise("product", a, b, (*cuda.Workspace).Multiply,
		func(z, x, y []E) { v.host.Scalars.Vectors.Mul(z, x, y) })
}

func (v *Vector[E, D, K]) elementwise(what string, a, b *Vector[E, D, K],
	device func(w *cuda.Workspace, to, a, b *cuda.Vector), host func(z, x, y []E)) error {
	return v.apply(what, []*Vector[E, D, K]{a, b},
		nil, func(w *cuda.Workspace, from []*cuda.Vector) { device(w, v.device, from[0], from[1]) },
		func(to []E, from [][]E) { poly.Elementwise(host, to, from[0], from[1]) })
}

// ScalarMul sets v to c·a.
func (v *Vector[E, D, K]) ScalarMul(a *Vector[E, D, K], c *E) error {
	if c == nil {
		return fmt.Errorf("%w: no factor", ErrNotMade)
	}
	return v.Combine([]E{*c}, []*Vector[E, D, K]{a})
}

// Combine sets v to Σ factors[k]·vectors[k]. There are between 1 and [cuda.MaxTerms] vectors.
func (v *Vector[E, D, K]) Combine(factors []E, vectors []*Vector[E, D, K]) error {
	if len(factors) != len(vectors) || len(vectors) == 0 || len(vectors) > cuda.MaxTerms {
		return fmt.Errorf("%w: %d factors of %d vectors, of at most %d",
			ErrLength, len(factors), len(vectors), cuda.MaxTerms)
	}
	words := make([][]uint64, len(factors))
	for k := range factors {
		words[k] = raw.Words(&factors[k])
	}
	return v.apply("combination", vectors,
		nil, func(w *cuda.Workspace, from []*cuda.Vector) { w.Combine(v.device, words, from) },
		func(to []E, from [][]E) {
			for k := range from {
				poly.AddScaled(v.host.Scalars, to, from[k], factors[k])
			}
		})
}

// Invert sets v to 1/a, element by element, and to 0 where a is 0.
func (v *Vector[E, D, K]) Invert(a *Vector[E, D, K]) error {
	var inverses *cuda.Vector // in place, which the device does not do
	return v.apply("inversion", []*Vector[E, D, K]{a},
		func(w *cuda.Workspace) (err error) {
			if v != a {
				return nil
			}
			if inverses, err = w.Vector(v.field.Descriptor(), v.n); err == nil {
				w.Invert(inverses, a.device)
			}
			return err
		},
		func(w *cuda.Workspace, from []*cuda.Vector) {
			if v == a {
				w.Copy(v.device, inverses)
			} else {
				w.Invert(v.device, from[0])
			}
		},
		func(to []E, from [][]E) {
			copy(to, from[0])
			poly.Invert(v.host.Scalars, to)
		})
}

// PrefixProducts sets v[i] to a[0]·…·a[i].
func (v *Vector[E, D, K]) PrefixProducts(a *Vector[E, D, K]) error {
	return v.apply("prefix products", []*Vector[E, D, K]{a},
		nil, func(w *cuda.Workspace, from []*cuda.Vector) { w.PrefixProducts(v.device, from[0]) },
		func(to []E, from [][]E) {
			copy(to, from[0])
			poly.PrefixProducts(v.host.Scalars, to)
			poly.Elementwise(v.host.Scalars.Vectors.Mul, to, to, from[0])
		})
}

// Evaluate returns Σ v[i]·xⁱ, the value at x of the polynomial with these coefficients.
func (v *Vector[E, D, K]) Evaluate(x *E) (value E, err error) {
	if err := v.takes(); err != nil {
		return value, err
	}
	if x == nil {
		return value, fmt.Errorf("%w: no point", ErrNotMade)
	}
	if v.device != nil {
		err, cause := v.compute("evaluation", 0, func(w *cuda.Workspace) error {
			words, err := w.Evaluate(v.device, raw.Words(x))
			copy(raw.Words(&value), words)
			return err
		})
		if !errors.Is(err, ErrOnCPU) || !cuda.OutOfMemory(cause) {
			return value, lost(err, cause)
		}
	}
	elements, err := v.elements()
	if err != nil {
		return value, err
	}
	return poly.Evaluate(v.host.Scalars, elements, *x), nil
}

// BitReverse moves each element to the index with the bits of its own reversed. The length is a
// power of two.
func (v *Vector[E, D, K]) BitReverse() error {
	if err := v.takes(); err != nil {
		return err
	}
	if v.n&(v.n-1) != 0 {
		return fmt.Errorf("%w: %d, which is no power of two", ErrLength, v.n)
	}
	return v.apply("bit reversal", []*Vector[E, D, K]{v},
		nil, func(w *cuda.Workspace, from []*cuda.Vector) { w.BitReverse(v.device, from[0]) },
		func(to []E, from [][]E) {
			copy(to, from[0])
			poly.BitReverse(to)
		})
}

// Transform transforms v in place, over a domain of its length.
func (v *Vector[E, D, K]) Transform(domain *D, t Transform[K]) error {
	if err := v.takes(); err != nil {
		return err
	}
	constants := v.host.Domain(domain)
	device, err := v.host.OnDevice(constants, t)
	if err != nil {
		return err
	}
	if constants == nil {
		return fmt.Errorf("%w: no domain", ErrLength)
	}
	if err := v.fits(constants.Len()); err != nil {
		return err
	}
	var d *cuda.Domain
	return v.apply("transform", []*Vector[E, D, K]{v},
		func(w *cuda.Workspace) (err error) {
			if d, err = DomainOn(w, v.field, constants); err != nil {
				return err
			}
			w.Transform(d, device, nil, nil) // makes the tables
			if err := w.Err(); err != nil {
				return errors.Join(err, d.Close())
			}
			return nil
		},
		func(w *cuda.Workspace, from []*cuda.Vector) {
			defer d.Close()
			w.Transform(d, device, []*cuda.Vector{v.device}, from)
			w.Wait() // the tables are in use until then
		},
		func(to []E, from [][]E) {
			copy(to, from[0])
			v.host.Transform(constants, to, t)
		})
}
