package implementations

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// queued is a vector on a device, with a queue of transforms.
//
// It opens the backend itself, below accel/<curve>: the public vectors wait after each operation,
// and a row of transforms is to have the time of the kernels, without the ways there and back.
type queued struct {
	field          *cuda.Field
	shift, inverse []uint64 // of the coset

	backend *cuda.Backend
	w       *cuda.Workspace
	domain  *cuda.Domain
	vector  *cuda.Vector
}

// fieldOf describes the scalar field of a curve to the backend.
func fieldOf(id ecc.ID, kernels cuda.Images) *cuda.Field {
	limbs := (id.ScalarField().BitLen() + 63) / 64
	return &cuda.Field{Name: id.String() + "_fr", Limbs: limbs, Kernels: kernels}
}

// load has 2^log values on the device until close.
func (q *queued) load(log int, generator []uint64, values []byte) (err error) {
	if q.backend, err = cuda.Open(cuda.Config{}, 0); err != nil {
		return err
	}
	if err := q.allocate(log, generator, values); err != nil {
		return errors.Join(err, q.close())
	}
	return nil
}

func (q *queued) allocate(log int, generator []uint64, values []byte) (err error) {
	if q.w, err = q.backend.Workspace(); err != nil {
		return err
	}
	if q.domain, err = q.w.Domain(q.field, generator, log); err != nil {
		return err
	}
	if q.vector, err = q.w.Vector(q.field, 1<<log); err != nil {
		return err
	}
	q.w.Upload(q.vector, values)
	return q.w.Wait()
}

func (q *queued) close() error {
	var failures []error
	if q.domain != nil {
		failures = append(failures, q.domain.Close())
	}
	if q.w != nil {
		failures = append(failures, q.w.Close())
	}
	failures = append(failures, q.backend.Close())
	*q = queued{field: q.field}
	return errors.Join(failures...)
}

// queue queues one transform in place.
func (q *queued) queue(kind Transform) {
	var t cuda.Transform
	switch kind {
	case Inverse:
		t = cuda.Transform{Inverse: true, Decimation: cuda.Time}
	case OnCoset:
		t.Coset = &cuda.Coset{Shift: q.shift, Inverse: q.inverse}
	}
	v := []*cuda.Vector{q.vector}
	q.w.Transform(q.domain, t, v, v)
}

// transformed uploads values and sets to to their transform.
func (q *queued) transformed(to []byte, kind Transform, values []byte) error {
	q.w.Upload(q.vector, values)
	q.queue(kind)
	return q.w.Download(to, q.vector)
}
