package engine

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// ErrLength: the vectors of an operation differ in length, or do not fit it.
var ErrLength = errors.New("accel: vectors of different lengths")

// Vector is a vector of elements in Montgomery form, on the device or host. As with a slice,
// operations that write it must not run beside others. It has to be closed.
//
// An operation runs on the device if all its vectors are there. Otherwise, and where the device
// has too little memory for it, the CPU does it, and the result lives in host memory from then
// on. A strict engine returns the lack of memory. Another failure of the device is an error in
// every mode, since the elements lay there.
type Vector[E, D any, K comparable] struct {
	host   *HostField[E, D, K]
	field  *Field
	n      int
	device *cuda.Vector // nil for a vector in host memory
	memory []E          // of the host, otherwise
}

// NewVector returns a vector of n elements: those given, and zeros behind them. The slice serves
// the caller again. An error is that of a strict engine, or of a closed one.
func NewVector[E, D any, K comparable](
	f *Field, host *HostField[E, D, K], n int, elements []E,
) (*Vector[E, D, K], error) {
	given := len(elements)
	if n < given || n > max(given, cuda.MaxElements) {
		return nil, fmt.Errorf("%w: %d elements, of at most %d", ErrLength, n, cuda.MaxElements)
	}
	v := &Vector[E, D, K]{host: host, field: f, n: n}
	err := f.Compute("upload", n, f.Bytes(given), func(w *cuda.Workspace) (err error) {
		if v.device, err = w.Resident(f.Descriptor(), n); err != nil {
			return err
		}
		w.Upload(v.device.Slice(0, given), raw.Bytes(elements))
		w.Clear(v.device.Slice(given, n))
		if err := w.Wait(); err != nil {
			err = errors.Join(err, v.device.Close())
			v.device = nil
			return err
		}
		return nil
	})
	switch {
	case err == nil:
		return v, nil
	case v.device != nil: // it was there, and then the workspace failed
		err = errors.Join(err, v.toHost(nil))
	}
	if errors.Is(err, ErrOnCPU) {
		v.memory = make([]E, n)
		copy(v.memory, elements)
		return v, nil
	}
	return nil, err
}

// Len returns the number of elements.
func (v *Vector[E, D, K]) Len() int {
	if v == nil {
		return 0
	}
	return v.n
}

// Field returns the elements' field.
func (v *Vector[E, D, K]) Field() *Field {
	if v == nil {
		return nil
	}
	return v.field
}

// OnDevice returns the elements on the device; nil for a vector in host memory.
func (v *Vector[E, D, K]) OnDevice() *cuda.Vector {
	if v == nil {
		return nil
	}
	return v.device
}

// Close clears the elements on the device and frees their memory. A second Close does nothing.
func (v *Vector[E, D, K]) Close() error {
	if v == nil {
		return nil
	}
	defer func() { v.n = 0 }()
	return v.toHost(nil)
}

// Elements returns a copy of the elements.
func (v *Vector[E, D, K]) Elements() ([]E, error) {
	elements := make([]E, v.Len())
	return elements, v.Download(elements)
}

// Download copies the elements to a slice of as many.
func (v *Vector[E, D, K]) Download(to []E) error {
	if err := v.fits(len(to)); err != nil {
		return err
	}
	if v.device == nil {
		copy(to, v.memory)
		return nil
	}
	err, cause := v.compute("download", 0, func(w *cuda.Workspace) error {
		return w.Download(raw.Bytes(to), v.device)
	})
	return lost(err, cause)
}

// Upload replaces the elements by those of a slice of as many.
func (v *Vector[E, D, K]) Upload(from []E) error {
	if err := v.fits(len(from)); err != nil {
		return err
	}
	if v.device == nil {
		copy(v.memory, from)
		return nil
	}
	err, cause := v.compute("upload", v.field.Bytes(v.n), func(w *cuda.Workspace) error {
		w.Upload(v.device, raw.Bytes(from))
		return nil
	})
	return lost(err, cause)
}

// compute has the device do an operation. The cause is why it did not, if it failed. A failure
// after the operation, as its workspace ends, matters to a strict engine only.
func (v *Vector[E, D, K]) compute(what string, bytesUp uint64,
	f func(*cuda.Workspace) error) (err, cause error) {
	done := false
	err = v.field.Compute(what, v.n, bytesUp, func(w *cuda.Workspace) error {
		if cause = f(w); cause == nil {
			cause = w.Wait()
		}
		done = done || cause == nil
		return cause
	})
	if done && errors.Is(err, ErrOnCPU) {
		return nil, nil
	}
	return err, cause
}

// lost returns the error of elements that can not be had from the device.
func lost(err, cause error) error {
	if !errors.Is(err, ErrOnCPU) {
		return err
	}
	if cause == nil {
		return fmt.Errorf("accel: the elements are lost with the device: %w", cuda.ErrDeviceLost)
	}
	return fmt.Errorf("accel: the elements are lost: %w", cause)
}

// apply sets v to the result of an operation on other vectors. v itself may be one of them. The
// device's part is to allocate, and to compute aside, unless there is nothing to prepare, and then
// to queue the writes to the result. The CPU's part sets a slice from slices.
//
// The engine tries again, and the CPU computes, where memory lacked. An operation in place can not
// be begun again once it writes: its failure is an error then.
func (v *Vector[E, D, K]) apply(what string, from []*Vector[E, D, K],
	prepare func(*cuda.Workspace) error, write func(w *cuda.Workspace, from []*cuda.Vector),
	cpu func(to []E, from [][]E)) error {
	if err := v.takes(from...); err != nil {
		return err
	}
	there := make([]*cuda.Vector, len(from))
	all, inPlace := v.device != nil, false
	for i, x := range from {
		there[i] = x.device
		all, inPlace = all && x.device != nil, inPlace || x == v
	}
	if all {
		var begun bool // an operation in place writes, or has written
		var written error
		err, cause := v.compute(what, 0, func(w *cuda.Workspace) error {
			if begun {
				return written
			}
			if prepare != nil {
				if err := errors.Join(prepare(w), w.Err()); err != nil {
					return err
				}
			}
			begun = inPlace
			write(w, there)
			written = w.Wait()
			return written
		})
		if !errors.Is(err, ErrOnCPU) {
			return err
		}
		if begun || !cuda.OutOfMemory(cause) {
			return lost(err, cause)
		}
	}
	host := make([][]E, len(from))
	for i, x := range from {
		var err error
		if host[i], err = x.elements(); err != nil {
			return err
		}
	}
	to := make([]E, v.n)
	cpu(to, host)
	return v.toHost(to)
}

// elements returns the elements, without a copy if they are in host memory.
func (v *Vector[E, D, K]) elements() ([]E, error) {
	if v.device == nil {
		return v.memory, nil
	}
	return v.Elements()
}

// toHost moves the vector to host memory, with these elements.
func (v *Vector[E, D, K]) toHost(elements []E) error {
	device := v.device
	v.device, v.memory = nil, elements
	if device == nil {
		return nil
	}
	return v.field.Free(v.n, device.Close)
}

// fits returns an error unless the vector, which must not be nil, has n elements.
func (v *Vector[E, D, K]) fits(n int) error {
	switch {
	case v == nil || v.host == nil:
		return ErrNotMade
	case v.n != n:
		return fmt.Errorf("%w: %d", ErrLength, []int{v.n, n})
	}
	return nil
}

// takes returns an error unless the vector has operands of its length. None of them may be nil.
func (v *Vector[E, D, K]) takes(operands ...*Vector[E, D, K]) error {
	for _, x := range append([]*Vector[E, D, K]{v}, operands...) {
		if err := x.fits(v.Len()); err != nil {
			return err
		}
	}
	return nil
}
