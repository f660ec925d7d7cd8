//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Launch of the measurement of products: threads a block, as compiled (kernels/msm/limit.cuh), threads a multiprocessor,
// and products of one thread.
const (
	limitThreads   = 128
	limitOccupancy = 512
	limitRounds    = 2000
)

// limitArgs mirrors kernels/msm/limit.cuh.
type limitArgs struct {
	values    driver.Ptr
	rounds, _ uint32
}

// Products measures how many Montgomery products in the field of a G1's coordinates the device computes in a second when it
// does nothing else. What an MSM reaches is to be compared with that: an addition to a bucket takes eight products and two
// squarings. It takes some milliseconds.
func (b *Backend) Products(g *Group) (perSecond float64, err error) {
	d := b.device
	threads := d.context.Info().Multiprocessors * limitOccupancy
	bytes := uint64(threads) * uint64(g.PointBytes())
	values, err := d.alloc(ofVectors, bytes)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.free(ofVectors, values, bytes)) }()
	l := d.take()
	defer d.put(l)
	if err := l.prepare(); err != nil {
		return 0, err
	}
	took, err := l.timeProducts(g, values, threads)
	if err != nil {
		return 0, fmt.Errorf("products of %s: %w", g.Name, errors.Join(err, l.settle()))
	}
	return 2 * limitRounds * float64(threads) / took.Seconds(), nil
}

// timeProducts runs the kernel twice, for the clocks to rise, and returns the time of the second run.
func (l *lane) timeProducts(g *Group, values driver.Ptr, threads int) (took time.Duration, err error) {
	c := l.device.context
	products, err := l.device.kernels.function(c, g, "products")
	if err != nil {
		return 0, err
	}
	var from, to int
	l.marks.reset()
	err = c.Do(func(t *driver.Thread) error {
		// Any number below the modulus will do, as long as it is not zero.
		if err := t.Memset32(values, 0x01234567, uint64(threads)*uint64(g.PointBytes())/4, l.compute); err != nil {
			return err
		}
		args := limitArgs{values: values, rounds: limitRounds}
		if err := launch(t, products, threads/limitThreads, limitThreads, l.compute, &args); err != nil {
			return err
		}
		if from, err = l.marks.set(t, l.compute); err != nil {
			return err
		}
		if err := launch(t, products, threads/limitThreads, limitThreads, l.compute, &args); err != nil {
			return err
		}
		if to, err = l.marks.set(t, l.compute); err != nil {
			return err
		}
		return t.Record(l.finished, l.compute)
	})
	if err != nil {
		return 0, err
	}
	if err := c.Wait(l.finished); err != nil {
		return 0, err
	}
	err = c.Do(func(t *driver.Thread) (err error) {
		took, err = l.marks.between(t, from, to)
		return err
	})
	return took, err
}
