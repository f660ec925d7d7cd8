package msm

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// execute plans the MSMs, waits for a slot and runs them there: one result per vector of scalars.
// Without scalars it makes room on the slot, and there are no results. Whatever fails, the slot is
// idle and clean afterwards.
func (r *Runner) execute(s *sum) ([]*Result, error) {
	start := time.Now()
	n, index := s.scalars.length, r.device.Context.Info().Index
	if n == 0 {
		s.report = Report{Device: index}
		return s.results(make([][]Term, s.scalars.count)), nil
	}
	var err error
	if !s.scalars.missing {
		if s.functions, err = r.functionsOf(s.group); err != nil {
			return nil, err
		}
	}
	s.slot = r.take()
	defer r.put(s.slot)
	if err := device.Stopped(s.scalars.ctx); err != nil {
		return nil, err
	}
	if err := s.slot.prepare(); err != nil {
		return nil, err
	}
	// Vectors come and go while a sum waits for a slot. So the share is asked for afterwards.
	if err := s.fit(r.device.Memory.SlotShare()); err != nil || s.scalars.missing {
		return nil, err
	}
	terms, err := s.run()
	if err != nil {
		err = errors.Join(err, s.slot.settle(), s.slot.wipe())
		return nil, fmt.Errorf("MSM of %d points of %s on device %d: %w",
			n, s.group.Name, index, err)
	}
	s.describe()
	s.report.Total = time.Since(start)
	return s.results(terms), nil
}

// warm makes room for the MSM on an idle slot.
func (r *Runner) warm(s *sum) error {
	s.slot = r.take()
	defer r.put(s.slot)
	if err := s.slot.prepare(); err != nil {
		return err
	}
	if err := s.fit(r.device.Memory.LastingShare()); err != nil || !s.sends() {
		return err
	}
	bytes := s.scalars.count * s.scalars.length * s.scalars.size
	return s.slot.ring.Prepare(r.device.Context, bytes)
}

// fit plans the MSM within the memory and makes room for it.
//
// The device may refuse memory that the budget allows, because other programs use it too. Then fit
// plans again with less.
func (s *sum) fit(memory uint64) error {
	d := s.slot.device
	for {
		p, err := s.planWithin(memory)
		if err != nil {
			return err
		}
		if !d.Memory.Claim(s.slot.index, p.Layout.Bytes) {
			memory = d.Memory.SlotShare()
			continue
		}
		err = s.slot.reserve(p.Layout.Bytes)
		if err == nil {
			s.plan = p
			return s.slot.reserveResults(s.resultBytes())
		}
		if !driver.OutOfMemory(err) {
			return err
		}
		memory = p.Layout.Bytes / 2
	}
}

func (s *sum) planWithin(memory uint64) (*plan.Plan, error) {
	d := s.bases.runner.device
	info := d.Context.Info()
	shape, err := s.bases.shapeFor(s.scalars.length, memory)
	if err != nil {
		return nil, err
	}
	return plan.Make(plan.Request{
		Group: s.group, Shape: shape, Vectors: s.scalars.count, Points: s.scalars.length,
		HostBases: s.bases.onHost, Scalars: s.scalars.location, Memory: memory,
		Multiprocessors: info.Multiprocessors, SharedBytes: info.SharedBytes,
		Tuning: d.Tuning,
	})
}

// run sends the chunks through the device, one after the other, and reads the results.
func (s *sum) run() ([][]Term, error) {
	s.slot.timestamps.reset()
	if err := s.startUpload(); err != nil {
		return nil, err
	}
	if err := s.queue(); err != nil {
		return nil, err
	}
	// To be woken takes part of a millisecond. To be woken for the last kernels hides it under
	// them.
	for _, e := range []driver.Event{s.slot.ending, s.slot.finished} {
		if err := s.slot.device.Context.Wait(e); err != nil {
			return nil, err
		}
	}
	if err := s.do(s.measure); err != nil {
		return nil, err
	}
	terms := make([][]Term, s.plan.Vectors)
	for i := range terms {
		terms[i] = s.terms(i * s.plan.Sets)
	}
	return terms, nil
}

// queue queues everything, each chunk once it has been sent, and lets go of the host's memory.
func (s *sum) queue() (err error) {
	if s.sends() {
		defer func() {
			if end := s.upload.End(); err == nil {
				err = end
			}
		}()
	}
	if err := s.do(s.begin); err != nil {
		return err
	}
	s.admit(plan.Sides)
	from := 0
	for i, n := range s.plan.Chunks {
		if s.sends() {
			if err := s.upload.Flush(i); err != nil {
				return err
			}
		}
		err := device.Stopped(s.scalars.ctx)
		if err == nil {
			err = s.do(func(t *driver.Thread) error { return s.compute(t, i, from, n) })
		}
		if err != nil {
			return err
		}
		s.admit(i + 1 + plan.Sides)
		from += n
	}
	return s.do(s.finish)
}

// begin orders the MSM behind earlier work, and clears the buckets.
//
// The slot's last MSM may have left the clearing of its scalars running: copies wait for it.
// Kernels wait for scalars that are on the device, and for the multiples of the bases.
func (s *sum) begin(t *driver.Thread) error {
	l := &s.plan.Layout
	if err := t.Record(s.slot.free[0], s.slot.compute); err != nil {
		return err
	}
	if err := t.StreamWait(s.slot.copies, s.slot.free[0]); err != nil {
		return err
	}
	if s.scalars.location == plan.OnDevice {
		if err := t.StreamWait(s.slot.compute, s.scalars.ready); err != nil {
			return err
		}
	}
	if err := s.bases.awaitMultiples(t, s.slot.compute); err != nil {
		return err
	}
	return t.Memset32(s.at(l.Buckets), 0, (l.BucketsEnd-l.Buckets)/4, s.slot.compute)
}

// compute queues the kernels of chunk i: the bucket sort of its entries and their accumulation.
func (s *sum) compute(t *driver.Thread, i, from, n int) error {
	side, slot, l := i%plan.Sides, s.slot, &s.plan.Layout
	if s.sends() {
		if err := t.StreamWait(slot.compute, slot.copied[side]); err != nil {
			return err
		}
	}
	counters := (l.CountersEnd - l.Counters) / 4
	if err := t.Memset32(s.at(l.Counters), 0, counters, slot.compute); err != nil {
		return err
	}
	digits, bases := s.digits(side, from, n)
	err := s.timed(t, &s.report.Partition, func() error { return s.sort(t, digits) })
	if err != nil {
		return err
	}
	if !s.bases.onHost {
		if err := t.Record(slot.free[side], slot.compute); err != nil {
			return err
		}
	}
	err = s.timed(t, &s.report.Accumulate, func() error { return s.accumulate(t, i, bases) })
	if err != nil || !s.bases.onHost {
		return err
	}
	return t.Record(slot.free[side], slot.compute)
}

// finish queues the reduction and the copy of its results. Then it clears all memory that tells of
// the scalars.
func (s *sum) finish(t *driver.Thread) error {
	l := &s.plan.Layout
	err := s.timed(t, &s.report.Reduce, func() error { return s.reduce(t) })
	if err != nil {
		return err
	}
	results := s.slot.results.Bytes()[:s.resultBytes()]
	if err := t.CopyOut(results, s.at(l.Results), s.slot.compute); err != nil {
		return err
	}
	if err := t.Record(s.slot.finished, s.slot.compute); err != nil {
		return err
	}
	return t.Memset32(s.slot.arena, 0, l.Counters/4, s.slot.compute)
}
