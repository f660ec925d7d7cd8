package msm

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Launch of the measurement of products (kernels/msm/limit.cuh).
const (
	peakOccupancy = 512 // threads per multiprocessor
	peakRounds    = 2000
)

// limitArgs mirrors kernels/msm/limit.cuh.
type limitArgs struct {
	values    driver.Ptr
	rounds, _ uint32
}

// PeakMulRate measures how many Montgomery products the device computes in a second if it does
// nothing else.
//
// The products are in the field of a G1's coordinates. They bound the speed of an MSM: an addition
// to a bucket takes eight products and two squarings. The measurement takes some milliseconds.
func (r *Runner) PeakMulRate(g *plan.Group) (perSecond float64, err error) {
	d := r.device
	threads := d.Multiprocessors * peakOccupancy
	bytes := uint64(threads) * uint64(g.PointBytes())
	values, err := d.Alloc(plan.ForVectors, bytes)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.Free(plan.ForVectors, values, bytes)) }()
	s := r.take()
	defer r.put(s)
	if err := s.prepare(); err != nil {
		return 0, err
	}
	took, err := s.timeProducts(g, values, threads)
	if err != nil {
		return 0, fmt.Errorf("products of %s: %w", g.Name, errors.Join(err, s.settle()))
	}
	return 2 * peakRounds * float64(threads) / took.Seconds(), nil
}

// timeProducts runs the kernel twice, for the clocks to rise, and returns the time of the second
// run.
func (s *slot) timeProducts(
	g *plan.Group, values driver.Ptr, threads int,
) (took time.Duration, err error) {
	products, err := s.device.Function(g.KernelPrefix(), "products", g.Kernels)
	if err != nil {
		return 0, err
	}
	args, blocks := limitArgs{values: values, rounds: peakRounds}, threads/kernels.LimitThreads
	var from, to int
	s.timestamps.reset()
	err = s.device.Context.Do(func(t *driver.Thread) error {
		// Any number below the modulus will do, as long as it is not zero.
		words := uint64(threads) * uint64(g.PointBytes()) / 4
		if err := t.Memset32(values, 0x01234567, words, s.compute); err != nil {
			return err
		}
		run := func() error {
			return device.Launch(t, products, blocks, kernels.LimitThreads, s.compute, &args)
		}
		if err := run(); err != nil {
			return err
		}
		from, to, err = s.timestamps.around(t, s.compute, run)
		return err
	})
	if err == nil {
		err = s.finish()
	}
	if err != nil {
		return 0, err
	}
	err = s.device.Context.Do(func(t *driver.Thread) (err error) {
		took, err = s.timestamps.between(t, from, to)
		return err
	})
	return took, err
}
