package subjects

import (
	"errors"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform string

// The kinds. All work in place.
const (
	Forward Transform = "forward"  // coefficients in natural order to values in bit-reversed order
	Inverse Transform = "inverse"  // back: bit-reversed values to coefficients in natural order
	OnCoset Transform = "on-coset" // forward, to values on the domain's coset
)

// Transforms are the transforms over the scalar field of a curve.
type Transforms interface {
	// Prepare draws 2^log values.
	Prepare(log int) error
	// Load has them on the device until Close.
	Load(log int) error
	Close() error
	// Device queues n transforms at once of the values on the device, and returns the time that
	// all of them took.
	Device(kind Transform, n int) (time.Duration, error)
	// CPU is the time that gnark-crypto took for one, with tables that were there.
	CPU(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with ErrWrong.
	Check(kind Transform) error
}

// domain is gnark-crypto's domain of n elements, for the device, with its transforms on the CPU.
type domain[E any] struct {
	generator, shift, shiftInverse E
	cpu                            map[Transform]func([]E)
}

// transforms implements Transforms.
type transforms[E any, PE element[E]] struct {
	field     *cuda.Field
	newDomain func(n uint64) domain[E]

	domain domain[E]
	values []E

	// On the device, on a backend of its own.
	backend *cuda.Backend
	w       *cuda.Workspace
	over    *cuda.Domain
	vector  *cuda.Vector
}

func newTransforms[E any, PE element[E]](f *cuda.Field,
	newDomain func(n uint64) domain[E]) func() Transforms {
	return func() Transforms { return &transforms[E, PE]{field: f, newDomain: newDomain} }
}

func (s *transforms[E, PE]) Prepare(log int) error {
	s.domain = s.newDomain(1 << log)
	s.values = make([]E, 1<<log)
	set := func(i int, bytes []byte) { PE(&s.values[i]).SetBytes(bytes) }
	return Draw(len(s.values), "uniform", set)
}

func (s *transforms[E, PE]) Load(log int) (err error) {
	if s.backend, err = cuda.Open(cuda.Config{}); err != nil {
		return err
	}
	if err := s.load(log); err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

func (s *transforms[E, PE]) load(log int) (err error) {
	f := s.field
	if s.w, err = s.backend.Workspace(); err != nil {
		return err
	}
	if s.over, err = s.w.Domain(f, words(&s.domain.generator), log); err != nil {
		return err
	}
	if s.vector, err = s.w.Vector(f, len(s.values)); err != nil {
		return err
	}
	return s.upload()
}

// words are the limbs of a scalar.
func words[E any](x *E) []uint64 {
	one := []E{*x}
	limbs := make([]uint64, len(driver.Bytes(one))/8)
	copy(driver.Bytes(limbs), driver.Bytes(one))
	return limbs
}

func (s *transforms[E, PE]) upload() error {
	s.w.Upload(s.vector, driver.Bytes(s.values))
	return s.w.Wait()
}

func (s *transforms[E, PE]) Close() error {
	var failures []error
	if s.over != nil {
		failures = append(failures, s.over.Close())
	}
	if s.w != nil {
		failures = append(failures, s.w.Close())
	}
	failures = append(failures, s.backend.Close())
	s.backend, s.w, s.over, s.vector = nil, nil, nil, nil
	return errors.Join(failures...)
}

// queue queues one transform in place.
func (s *transforms[E, PE]) queue(kind Transform) {
	var t cuda.Transform
	switch kind {
	case Inverse:
		t = cuda.Transform{Inverse: true, Decimation: cuda.Time}
	case OnCoset:
		t.Coset = &cuda.Coset{
			Shift: words(&s.domain.shift), Inverse: words(&s.domain.shiftInverse),
		}
	}
	v := []*cuda.Vector{s.vector}
	s.w.Transform(s.over, t, v, v)
}

func (s *transforms[E, PE]) Device(kind Transform, n int) (time.Duration, error) {
	start := time.Now()
	for range n {
		s.queue(kind)
	}
	err := s.w.Wait()
	return time.Since(start), err
}

func (s *transforms[E, PE]) CPU(kind Transform) time.Duration {
	_, took := s.onCPU(kind)
	return took
}

func (s *transforms[E, PE]) onCPU(kind Transform) ([]E, time.Duration) {
	values := slices.Clone(s.values)
	start := time.Now()
	s.domain.cpu[kind](values)
	return values, time.Since(start)
}

func (s *transforms[E, PE]) Check(kind Transform) error {
	if err := s.upload(); err != nil {
		return err
	}
	s.queue(kind)
	got := make([]E, len(s.values))
	if err := s.w.Download(driver.Bytes(got), s.vector); err != nil {
		return err
	}
	want, _ := s.onCPU(kind)
	if !slices.Equal(driver.Bytes(got), driver.Bytes(want)) {
		return ErrWrong
	}
	return nil
}
