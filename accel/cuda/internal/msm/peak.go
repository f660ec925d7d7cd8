package msm

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
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

// Products measures how many Montgomery products the device computes in a second. It does nothing
// else meanwhile.
//
// The products are in the field of a G1's coordinates. They bound the speed of an MSM: an addition
// to a bucket takes eight products and two squarings. The measurement takes some milliseconds.
func (r *Runner) Products(g *plan.Group) (perSecond float64, err error) {
	d := r.device
	k, err := d.Load(device.KernelSet{
		Prefix: g.KernelPrefix(), Images: g.Kernels, Names: []string{"products"},
	})
	if err != nil {
		return 0, err
	}
	threads := d.Multiprocessors * peakOccupancy
	bytes := uint64(threads) * uint64(g.PointBytes())
	values, err := d.Alloc(plan.ForVectors, bytes)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.Free(plan.ForVectors, values, bytes)) }()
	s := r.acquire()
	defer r.release(s)
	if err := s.prepare(); err != nil {
		return 0, err
	}
	took, err := s.timeProducts(k["products"], values, threads, bytes)
	if err != nil {
		return 0, fmt.Errorf("products of %s: %w", g.Name, errors.Join(err, s.sync()))
	}
	return 2 * peakRounds * float64(threads) / took.Seconds(), nil
}

// timeProducts returns the time of the kernel's second run. During the first the clocks rise.
func (s *slot) timeProducts(
	products driver.Function, values driver.Ptr, threads int, bytes uint64,
) (took time.Duration, err error) {
	defer s.timestamps.reset()
	err = s.queue(func(q *driver.Queue) {
		// Any number below the modulus will do, as long as it is not zero.
		q.Memset32(values, 0x01234567, bytes/4)
		args := limitArgs{values: values, rounds: peakRounds}
		grid := driver.Grid{X: threads / kernels.LimitThreads, Threads: kernels.LimitThreads}
		run := func() { driver.Launch(q, products, grid, &args) }
		run()
		s.timestamps.around(q, &took, run)
	})
	if err == nil {
		err = s.finish()
	}
	if err == nil {
		err = s.device.Context.Do(s.timestamps.measure)
	}
	return took, err
}
