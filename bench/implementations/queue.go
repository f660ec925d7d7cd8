package implementations

import (
	"errors"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// queue is a vector on a device, with a queue of transforms.
//
// It opens the backend itself, below accel/<curve>: the public vectors wait after each operation,
// and a row of transforms is to have the time of the kernels, without the ways there and back.
type queue struct {
	field *cuda.Field
	coset cuda.Coset

	backend *cuda.Backend
	w       *cuda.Workspace
	domain  *cuda.Domain
	vector  *cuda.Vector
}

// load has n values on the device until Close, which follows a failure, too.
func (q *queue) load(generator []uint64, values []byte, n int) (err error) {
	if q.backend, err = cuda.Open(cuda.Config{}, 0); err != nil {
		return err
	}
	if q.w, err = q.backend.Workspace(); err != nil {
		return err
	}
	if q.domain, err = q.w.Domain(q.field, generator, bits.TrailingZeros(uint(n))); err != nil {
		return err
	}
	if q.vector, err = q.w.Vector(q.field, n); err != nil {
		return err
	}
	q.w.Upload(q.vector, values)
	return q.w.Wait()
}

func (q *queue) Close() (err error) {
	if q.domain != nil {
		err = q.domain.Close()
	}
	if q.w != nil {
		err = errors.Join(err, q.w.Close())
	}
	if q.backend != nil {
		err = errors.Join(err, q.backend.Close())
	}
	*q = queue{}
	return err
}

// add queues one transform in place.
func (q *queue) add(kind Transform) {
	var t cuda.Transform
	switch kind {
	case Inverse:
		t = cuda.Transform{Inverse: true, Decimation: cuda.Time}
	case OnCoset:
		t.Coset = &q.coset
	}
	v := []*cuda.Vector{q.vector}
	q.w.Transform(q.domain, t, v, v)
}
