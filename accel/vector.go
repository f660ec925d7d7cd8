package accel

import (
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Field computes with vectors of scalars on an engine: transforms of slices, and a [Vector] that
// stays on the device. E are the scalars, D the domains fft.Domain and K the type fft.Decimation,
// all gnark-crypto's: Fr of accel/<curve> is one, which NewFr there returns. It is safe for
// concurrent use.
//
// Packages of this module convert it to the internal type that it is defined by; no other can.
type Field[E, D any, K comparable] group.Field[E, D, K]

func (f *Field[E, D, K]) inner() *group.Field[E, D, K] { return (*group.Field[E, D, K])(f) }

// NewVector returns a vector of n zeros, which has to be closed. An error is returned only by a
// strict engine, [ErrOutOfMemory] among others, and by a closed one.
func (f *Field[E, D, K]) NewVector(n int) (*Vector[E, D, K], error) {
	v, err := f.inner().New(n, nil)
	return (*Vector[E, D, K])(v), err
}

// Load returns a vector with the given elements. See [Field.NewVector]. The slice is not kept.
func (f *Field[E, D, K]) Load(elements []E) (*Vector[E, D, K], error) {
	v, err := f.inner().New(len(elements), elements)
	return (*Vector[E, D, K])(v), err
}

// Vector is a vector of scalars that lives on the engine's first device. Operations and sums follow
// each other there without a trip over the bus. Without a device, or where it has no room, and for
// vectors too small for it, the elements live in host memory: results are the same. The parameters
// are those of [Field], whose methods return vectors.
//
// As with gnark-crypto's vectors, the receiver is the result, and may be one of the operands.
// Operands have the receiver's length, or else the error is [ErrLength]. Operations are done when
// they return. As with a slice, an operation that writes a vector must not run beside others with
// it.
//
// A device that has too little memory for an operation leaves it to the CPU, and the result lives
// in host memory from then on. A strict engine returns [ErrOutOfMemory] instead. Any other failure
// of the device is an error, since the elements were there: vectors do not survive a lost device,
// in any mode. After an error the receiver's elements are not defined.
type Vector[E, D any, K comparable] engine.Vector[E, D, K]

func (v *Vector[E, D, K]) inner() *engine.Vector[E, D, K] { return (*engine.Vector[E, D, K])(v) }

// AnyVector is a *[Vector] with scalars E, whatever its domains. Nothing else can be.
type AnyVector[E any] interface {
	Len() int
	OnDevice() bool
	scalars() engine.ScalarVector[E]
}

func (v *Vector[E, D, K]) scalars() engine.ScalarVector[E] { return v.inner() }

// scalarsOf returns a vector as the MSMs take it. Nil stays nil.
func scalarsOf[E any](v AnyVector[E]) engine.ScalarVector[E] {
	if v == nil {
		return nil
	}
	return v.scalars()
}

// Len returns the number of elements; 0 after Close.
func (v *Vector[E, D, K]) Len() int { return v.inner().Len() }

// OnDevice says whether the elements live on a device.
func (v *Vector[E, D, K]) OnDevice() bool { return v.inner().OnDevice() != nil }

// Upload replaces the elements by those of a slice of the vector's length.
func (v *Vector[E, D, K]) Upload(from []E) error { return v.inner().Upload(from) }

// Download copies the elements to a slice of the vector's length.
func (v *Vector[E, D, K]) Download(to []E) error { return v.inner().Download(to) }

// Set sets v to a.
func (v *Vector[E, D, K]) Set(a *Vector[E, D, K]) error { return v.inner().Set(a.inner()) }

// Add sets v to a + b, element by element.
func (v *Vector[E, D, K]) Add(a, b *Vector[E, D, K]) error {
	return v.inner().Add(a.inner(), b.inner())
}

// Sub sets v to a − b, element by element.
func (v *Vector[E, D, K]) Sub(a, b *Vector[E, D, K]) error {
	return v.inner().Sub(a.inner(), b.inner())
}

// Mul sets v to a·b, element by element.
func (v *Vector[E, D, K]) Mul(a, b *Vector[E, D, K]) error {
	return v.inner().Mul(a.inner(), b.inner())
}

// ScalarMul sets v to c·a.
func (v *Vector[E, D, K]) ScalarMul(a *Vector[E, D, K], c *E) error {
	return v.inner().ScalarMul(a.inner(), c)
}

// Combine sets v to Σ factors[k]·operands[k], of at least one vector and at most 16.
func (v *Vector[E, D, K]) Combine(factors []E, operands []*Vector[E, D, K]) error {
	all := make([]*engine.Vector[E, D, K], len(operands))
	for k, x := range operands {
		all[k] = x.inner()
	}
	return v.inner().Combine(factors, all)
}

// Invert sets v to 1/a, element by element, and to 0 where a is 0.
func (v *Vector[E, D, K]) Invert(a *Vector[E, D, K]) error { return v.inner().Invert(a.inner()) }

// PrefixProducts sets v[i] to a[0]·a[1]·…·a[i].
func (v *Vector[E, D, K]) PrefixProducts(a *Vector[E, D, K]) error {
	return v.inner().PrefixProducts(a.inner())
}

// Evaluate returns Σ v[i]·xⁱ, the value at x of the polynomial with these coefficients.
func (v *Vector[E, D, K]) Evaluate(x *E) (E, error) { return v.inner().Evaluate(x) }

// BitReverse moves each element to the index with the bits of its own reversed. The length is a
// power of two.
func (v *Vector[E, D, K]) BitReverse() error { return v.inner().BitReverse() }

// Close clears the elements on the device and frees their memory. Only the first Close does
// anything.
func (v *Vector[E, D, K]) Close() error { return v.inner().Close() }
