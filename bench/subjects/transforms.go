package subjects

import (
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// Transforms are the transforms over the scalar field of a curve.
type Transforms interface {
	// Prepare draws 2^log values.
	Prepare(log int) error
	// Load has them on the device until Close.
	Load(log int) error
	Close() error
	// Device queues n transforms of the values at once on the device. It returns the time that all
	// of them took.
	Device(kind Transform, n int) (time.Duration, error)
	// CPU is the time that gnark-crypto took for one, with tables that were there.
	CPU(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with ErrWrong.
	Check(kind Transform) error
}

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform string

// The kinds. All work in place.
const (
	Forward Transform = "forward"  // coefficients in natural order to values in bit-reversed order
	Inverse Transform = "inverse"  // back: bit-reversed values to coefficients in natural order
	OnCoset Transform = "on-coset" // forward, to values on the domain's coset
)

// Kinds are all kinds.
var Kinds = []Transform{Forward, Inverse, OnCoset}

// domain is gnark-crypto's domain of n elements, for the device, with its transforms on the CPU.
type domain[E any] struct {
	generator, shift, shiftInverse E
	cpu                            map[Transform]func([]E)
}

// transforms implements Transforms.
type transforms[E any, PE element[E]] struct {
	newDomain func(n uint64) domain[E]

	domain domain[E]
	values []E
	device queued
}

func newTransforms[E any, PE element[E]](c curves.Curve, kernels driver.Images,
	newDomain func(n uint64) domain[E]) func() Transforms {
	return func() Transforms {
		return &transforms[E, PE]{newDomain: newDomain, device: queued{field: fieldOf(c, kernels)}}
	}
}

func (s *transforms[E, PE]) Prepare(log int) (err error) {
	s.domain = s.newDomain(1 << log)
	s.values, err = draw[E, PE](1<<log, "uniform", ofScalars)
	return err
}

func (s *transforms[E, PE]) Load(log int) error {
	d := &s.domain
	return s.device.load(log, words(&d.generator), words(&d.shift), words(&d.shiftInverse),
		driver.Bytes(s.values))
}

// words are the limbs of a scalar.
func words[E any](x *E) []uint64 {
	one := []E{*x}
	limbs := make([]uint64, len(driver.Bytes(one))/8)
	copy(driver.Bytes(limbs), driver.Bytes(one))
	return limbs
}

func (s *transforms[E, PE]) Close() error { return s.device.close() }

func (s *transforms[E, PE]) Device(kind Transform, n int) (time.Duration, error) {
	start := time.Now()
	for range n {
		s.device.queue(kind)
	}
	err := s.device.wait()
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
	got := make([]E, len(s.values))
	err := s.device.transformed(driver.Bytes(got), kind, driver.Bytes(s.values))
	if err != nil {
		return err
	}
	want, _ := s.onCPU(kind)
	if !slices.Equal(driver.Bytes(got), driver.Bytes(want)) {
		return ErrWrong
	}
	return nil
}
