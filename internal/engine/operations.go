package engine

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// Set sets v to a.
func (v *Vector[E, S]) Set(a *Vector[E, S]) error {
	return v.apply("copy", []*Vector[E, S]{a},
		writing(func(w *cuda.Workspace, from []*cuda.Vector) { w.Copy(v.device, from[0]) }),
		func(to []E, from [][]E) { copy(to, from[0]) })
}

// Add sets v to a + b, element by element.
func (v *Vector[E, S]) Add(a, b *Vector[E, S]) error {
	return v.elementwise("sum", a, b, (*cuda.Workspace).Add, S.Add)
}

// Sub sets v to a − b, element by element.
func (v *Vector[E, S]) Sub(a, b *Vector[E, S]) error {
	return v.elementwise("difference", a, b, (*cuda.Workspace).Subtract, S.Sub)
}

// Mul sets v to a·b, element by element.
func (v *Vector[E, S]) Mul(a, b *Vector[E, S]) error {
	return v.elementwise("product", a, b, (*cuda.Workspace).Multiply, S.Mul)
}

func (v *Vector[E, S]) elementwise(what string, a, b *Vector[E, S],
	device func(w *cuda.Workspace, to, a, b *cuda.Vector), cpu func(z S, x, y *E) *E) error {
	return v.apply(what, []*Vector[E, S]{a, b},
		writing(func(w *cuda.Workspace, from []*cuda.Vector) {
			device(w, v.device, from[0], from[1])
		}),
		func(to []E, from [][]E) {
			parallel.Chunks(len(to), func(begin, end int) {
				for i := begin; i < end; i++ {
					cpu(&to[i], &from[0][i], &from[1][i])
				}
			})
		})
}

// ScalarMul sets v to c·a.
func (v *Vector[E, S]) ScalarMul(a *Vector[E, S], c *E) error {
	if c == nil {
		return fmt.Errorf("%w: no factor", ErrNotMade)
	}
	return v.Combine([]E{*c}, []*Vector[E, S]{a})
}

// Combine sets v to Σ factors[k]·vectors[k]. There are between 1 and [cuda.MaxTerms] vectors.
func (v *Vector[E, S]) Combine(factors []E, vectors []*Vector[E, S]) error {
	if len(factors) != len(vectors) || len(vectors) == 0 || len(vectors) > cuda.MaxTerms {
		return fmt.Errorf("%w: %d factors of %d vectors, of at most %d",
			ErrLength, len(factors), len(vectors), cuda.MaxTerms)
	}
	words := make([][]uint64, len(factors))
	for k := range factors {
		words[k] = driver.Words(&factors[k])
	}
	return v.apply("combination", vectors,
		writing(func(w *cuda.Workspace, from []*cuda.Vector) { w.Combine(v.device, words, from) }),
		func(to []E, from [][]E) {
			for k := range from {
				poly.AddScaled[E, S](to, from[k], factors[k])
			}
		})
}

// Invert sets v to 1/a, element by element, and to 0 where a is 0.
func (v *Vector[E, S]) Invert(a *Vector[E, S]) error {
	return v.apply("inversion", []*Vector[E, S]{a},
		func(w *cuda.Workspace, from []*cuda.Vector) (func(), error) {
			if v != a {
				return func() { w.Invert(v.device, from[0]) }, nil
			}
			// The device does not invert in place.
			inverses, err := w.Vector(v.field.Descriptor(), v.n)
			if err != nil {
				return nil, err
			}
			w.Invert(inverses, from[0])
			return func() { w.Copy(v.device, inverses) }, nil
		}, func(to []E, from [][]E) {
			copy(to, from[0])
			poly.Invert[E, S](to)
		})
}

// PrefixProducts sets v[i] to a[0]·…·a[i].
func (v *Vector[E, S]) PrefixProducts(a *Vector[E, S]) error {
	return v.apply("prefix products", []*Vector[E, S]{a},
		writing(func(w *cuda.Workspace, from []*cuda.Vector) {
			w.PrefixProducts(v.device, from[0], false)
		}),
		func(to []E, from [][]E) {
			product := field.One[E, S]()
			for i := range to {
				S(&product).Mul(&product, &from[0][i])
				to[i] = product
			}
		})
}

// Evaluate returns Σ v[i]·xⁱ, the value at x of the polynomial with these coefficients.
func (v *Vector[E, S]) Evaluate(x *E) (value E, err error) {
	if err := v.takes(); err != nil {
		return value, err
	}
	if x == nil {
		return value, fmt.Errorf("%w: no point", ErrNotMade)
	}
	if v.device != nil {
		err, cause := v.compute("evaluation", 0, func(w *cuda.Workspace) error {
			words, err := w.Evaluate(v.device, driver.Words(x))
			copy(driver.Words(&value), words)
			return err
		})
		if err == nil || !driver.OutOfMemory(cause) {
			return value, lost(err, cause)
		}
	}
	elements, err := v.elements()
	if err != nil {
		return value, err
	}
	return poly.Evaluate[E, S](elements, *x), nil
}

// BitReverse moves each element to the index that has the bits of its own from behind. The length
// is a power of two.
func (v *Vector[E, S]) BitReverse() error {
	if err := v.takes(); err != nil {
		return err
	}
	if v.n&(v.n-1) != 0 {
		return fmt.Errorf("%w: %d, which is no power of two", ErrLength, v.n)
	}
	return v.apply("bit reversal", []*Vector[E, S]{v},
		writing(func(w *cuda.Workspace, from []*cuda.Vector) { w.BitReverse(v.device, from[0]) }),
		func(to []E, from [][]E) {
			copy(to, from[0])
			poly.BitReverse(to)
		})
}

// Transform transforms v in place over a domain of its length. The cpu does the same to a slice.
func (v *Vector[E, S]) Transform(domain *field.Domain[E], t cuda.Transform, cpu func([]E)) error {
	if domain == nil {
		return fmt.Errorf("%w: no domain", ErrLength)
	}
	if err := v.fits(domain.Len()); err != nil {
		return err
	}
	return v.apply("transform", []*Vector[E, S]{v},
		func(w *cuda.Workspace, from []*cuda.Vector) (func(), error) {
			d, err := DomainOn(w, v.field, domain)
			if err != nil {
				return nil, err
			}
			w.Transform(d, t, nil, nil) // makes the tables
			if err := w.Err(); err != nil {
				return nil, errors.Join(err, d.Close())
			}
			return func() {
				defer d.Close()
				w.Transform(d, t, []*cuda.Vector{v.device}, from)
				w.Wait() // the tables are in use until then
			}, nil
		}, func(to []E, from [][]E) {
			copy(to, from[0])
			cpu(to)
		})
}
