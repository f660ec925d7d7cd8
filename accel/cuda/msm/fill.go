package msm

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/checksum"
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
)

// This file fills the table of bases, and guards its content. The points are those of the host by
// their checksum. The multiples, which the device makes, come out alike twice.

// fill makes the table of the points, once more if it is damaged then, and has it watched. The
// device may have made the points: see [Runner.LoadMade].
func (b *Bases) fill(points []byte, made driver.Ptr) error {
	want := sync.OnceValue(func() checksum.Sum { return b.runner.device.ChecksumOf(points) })
	go want() // while the points are on their way
	err := b.fillOnce(points, made, want)
	if errors.Is(err, device.ErrDamaged) {
		err = b.fillOnce(points, 0, want)
	}
	if err != nil {
		return fmt.Errorf("loading %d points of %s: %w", b.count, b.group.Name, err)
	}
	return nil
}

// fillOnce makes the table and has it watched, unless it is damaged. want returns the points'
// checksum.
func (b *Bases) fillOnce(
	points []byte, made driver.Ptr, want func() checksum.Sum,
) error {
	k, err := b.runner.functionsOf(b.group)
	if err != nil {
		return err
	}
	s := b.runner.take()
	defer b.runner.put(s)
	if err := s.prepare(); err != nil {
		return err
	}
	if err := b.bring(s, points, made); err != nil {
		return errors.Join(err, s.settle())
	}
	multiples, err := b.runner.device.MadeTwice(b.multiples(), func() error {
		return b.precompute(s, k)
	})
	if err != nil {
		return errors.Join(err, s.settle())
	}
	got, err := b.runner.device.Checksum(b.points())
	if err != nil {
		return err
	}
	if got != want() {
		return fmt.Errorf("%w: other points than were sent", device.ErrDamaged)
	}
	again := func() error { return b.fillAgain(points) }
	b.watches = []*device.Watch{
		b.runner.device.Watch(b.points(), got, again),
		b.runner.device.Watch(b.multiples(), multiples, again),
	}
	return nil
}

// fillAgain makes the table anew between two MSMs. If it is damaged for good, MSMs say so.
func (b *Bases) fillAgain(points []byte) error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed {
		return nil
	}
	b.endWatches()
	b.damaged = b.fill(points, 0)
	return b.damaged
}

func (b *Bases) endWatches() {
	for _, w := range b.watches {
		w.End()
	}
	b.watches = nil
}

// points is the memory of the points.
func (b *Bases) points() device.Region {
	return b.region(0, uint64(b.count*b.group.PointBytes()))
}

// multiples is the memory of all multiples of the points but the first.
func (b *Bases) multiples() device.Region {
	return b.region(uint64(b.count*b.group.PointBytes()), b.bytes)
}

func (b *Bases) region(from, to uint64) device.Region {
	return device.Region{
		At: b.table + driver.Ptr(from), Bytes: to - from,
		Prefix: b.group.KernelPrefix(), Kernels: b.group.Kernels,
	}
}

// bring copies the points to the table: from the host, unless the device has made them.
func (b *Bases) bring(s *slot, points []byte, made driver.Ptr) error {
	if made != 0 {
		err := s.device.Context.Do(func(t *driver.Thread) error {
			return t.CopyWithin(b.table, made, uint64(len(points)), s.compute)
		})
		if err != nil {
			return err
		}
		return s.finish()
	}
	parts := []staging.Part{{Device: b.table, Host: points}}
	if err := s.ring.Upload(s.device.Context, parts, s.compute); err != nil {
		return err
	}
	return s.finish()
}

// precompute computes one multiple after the other.
func (b *Bases) precompute(s *slot, k *functions) error {
	if b.shape.Factor == 1 {
		return nil
	}
	err := s.device.Context.Do(func(t *driver.Thread) error {
		stride := driver.Ptr(b.count * b.group.PointBytes())
		blocks := plan.CeilDiv(b.count, kernels.PrecomputeThreads*kernels.AffineBatch)
		for multiple := 1; multiple < b.shape.Factor; multiple++ {
			from := b.table + driver.Ptr(multiple-1)*stride
			args := precomputeArgs{
				from: from, to: from + stride,
				count: uint32(b.count), doublings: uint32(b.shape.Doublings()),
			}
			err := device.Launch(t, k.precompute, blocks, kernels.PrecomputeThreads,
				s.compute, &args)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.finish()
}

// finish waits until the work in the compute stream has run.
func (s *slot) finish() error {
	err := s.device.Context.Do(func(t *driver.Thread) error {
		return t.Record(s.finished, s.compute)
	})
	if err != nil {
		return err
	}
	return s.device.Context.Wait(s.finished)
}
