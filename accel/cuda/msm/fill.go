package msm

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
)

// fill makes the table of the points. The device may have the points at an address other than 0.
func (b *Bases) fill(at driver.Ptr) error {
	k, err := b.runner.functionsOf(b.group)
	if err != nil {
		return err
	}
	s := b.runner.take()
	defer b.runner.put(s)
	if err := s.prepare(); err != nil {
		return err
	}
	at, err = b.bring(s, at)
	if err == nil {
		err = b.precompute(s, k, at)
	}
	if err != nil {
		err = fmt.Errorf("loading %d points of %s: %w", b.count, b.group.Name, err)
		return errors.Join(err, s.settle())
	}
	return nil
}

// Reload makes the table anew from the host's points, between two sums. It is for bases whose sums
// were wrong. If it fails, so do all later sums. Host bases have no table.
func (b *Bases) Reload() error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed || b.table == 0 {
		return nil
	}
	b.failed = b.fill(0)
	return b.failed
}

// bring copies the points, packed, to the device: from the host, unless the device has made them.
// They lie where they belong, or else in the last multiple's place if there are to be gaps.
func (b *Bases) bring(s *slot, made driver.Ptr) (at driver.Ptr, err error) {
	switch {
	case b.shape.Padded && made != 0:
		return made, nil
	case b.shape.Padded:
		at = b.multiple(b.shape.Factor - 1)
	default:
		at = b.table
	}
	if made != 0 {
		err = s.device.Context.Do(func(t *driver.Thread) error {
			return t.CopyWithin(at, made, uint64(len(b.points)), s.compute)
		})
	} else {
		parts := []staging.Part{{Device: at, Host: b.points}}
		err = s.ring.Upload(s.device.Context, parts, s.compute)
	}
	if err != nil {
		return 0, err
	}
	return at, s.finish()
}

// multiple is where a multiple of the bases begins.
func (b *Bases) multiple(i int) driver.Ptr {
	return b.table + driver.Ptr(b.shape.Places(b.group).Bytes(i*b.count))
}

// precompute computes one multiple after the other. Points that lie elsewhere are the first one,
// with gaps.
func (b *Bases) precompute(s *slot, k *functions, at driver.Ptr) error {
	places := placesArgs(b.shape.Places(b.group))
	args := precomputeArgs{
		from: at, fromPlaces: placesArgs(b.group.Packed()), toPlaces: places,
		count: uint32(b.count),
	}
	first := 0
	if at == b.table {
		first, args.doublings = 1, uint32(b.shape.Doublings())
	}
	err := s.device.Context.Do(func(t *driver.Thread) error {
		blocks := plan.CeilDiv(b.count, kernels.PrecomputeThreads*kernels.AffineBatch)
		for i := first; i < b.shape.Factor; i++ {
			args.to = b.multiple(i)
			err := device.Launch(t, k.precompute, blocks, kernels.PrecomputeThreads,
				s.compute, &args)
			if err != nil {
				return err
			}
			args.from, args.fromPlaces = args.to, places
			args.doublings = uint32(b.shape.Doublings())
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
