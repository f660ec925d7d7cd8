package subjects

import (
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

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

func (s *transforms[E, PE]) Prepare(log int) error {
	s.domain = s.newDomain(1 << log)
	s.values = make([]E, 1<<log)
	set := func(i int, bytes []byte) { PE(&s.values[i]).SetBytes(bytes) }
	return Draw(len(s.values), "uniform", set)
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
