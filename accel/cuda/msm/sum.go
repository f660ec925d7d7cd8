package msm

import (
	"cmp"
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
func (r *Runner) execute(s *sum) (results []*Result, err error) {
	start, n := time.Now(), s.scalars.length
	s.report.Device = r.device.Context.Info().Index
	if n == 0 {
		return s.results(), nil
	}
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
	if err := s.fit(r.device.Memory.Now().SlotShare()); err != nil || s.scalars.missing {
		return nil, err
	}
	if err := s.run(); err != nil {
		err = errors.Join(err, s.slot.settle(), s.slot.wipe())
		return nil, fmt.Errorf("MSM of %d points of %s on device %d: %w",
			n, s.group.Name, s.report.Device, err)
	}
	s.describe()
	s.report.Total = time.Since(start)
	return s.results(), nil
}

// warm makes room for the MSM on an idle slot.
func (r *Runner) warm(s *sum) error {
	s.slot = r.take()
	defer r.put(s.slot)
	if err := s.slot.prepare(); err != nil {
		return err
	}
	if err := s.fit(r.device.Memory.Now().LastingShare()); err != nil || !s.sends() {
		return err
	}
	bytes := s.scalars.count * s.scalars.length * s.scalars.size
	return s.slot.ring.Prepare(r.device.Context, bytes)
}

// fit plans the MSM within the memory and makes room for it.
//
// The device may refuse memory that the budget allows, because other programs use it too. Then fit
// plans again with less. Where multiples of the bases are still computed, fit plans without them
// if the slot's room suffices.
func (s *sum) fit(memory uint64) error {
	d := s.slot.device
	if !s.scalars.missing && !s.bases.multiplied() {
		alone, err := s.planAs(plan.ScratchRequest.Within, s.slot.arenaBytes)
		if err == nil {
			s.plan = alone
			return s.reserveResults()
		}
	}
	for {
		p, err := s.planWithin(memory)
		if err != nil {
			return err
		}
		if !d.Memory.Claim(s.slot.index, p.Layout.Bytes) {
			memory = d.Memory.Now().SlotShare()
			continue
		}
		err = s.slot.reserve(p.Layout.Bytes)
		if err == nil {
			s.plan = p
			return s.reserveResults()
		}
		if !driver.OutOfMemory(err) {
			return err
		}
		memory = p.Layout.Bytes / 2
	}
}

// reserveResults makes room for the results of any plan. Whoever frees a buffer, to have a larger
// one, waits for the device.
func (s *sum) reserveResults() error {
	points := max(s.plan.Results(), s.plan.Vectors*plan.MaxResults(s.group))
	return s.slot.reserveResults(s.bytesOf(points))
}

func (s *sum) planWithin(memory uint64) (*plan.Plan, error) {
	return s.planAs(s.bases.shapeFor, memory)
}

// planAs plans the MSM within the memory, in the shape that a function returns.
func (s *sum) planAs(
	shapeFor func(r plan.ScratchRequest, memory uint64) (plan.Shape, error), memory uint64,
) (*plan.Plan, error) {
	d := s.bases.runner.device
	r := d.Scratch(s.group, s.scalars.length, s.bases.onHost)
	shape, err := shapeFor(r, memory)
	if err != nil {
		return nil, err
	}
	r.Shape, r.Memory, r.Points = shape, memory, s.scalars.length
	r.Vectors, r.Scalars = s.scalars.count, s.scalars.location
	r.SharedBytes = d.Context.Info().SharedBytes
	return plan.Make(r.Request)
}

// shapeFor returns the shape of a sum within a slot's memory. That of resident bases is adapted as
// far as their multiples allow.
func (b *Bases) shapeFor(r plan.ScratchRequest, memory uint64) (plan.Shape, error) {
	if !b.onHost {
		return r.Over(b.shape, memory)
	}
	shape, err := r.Within(memory)
	if driver.OutOfMemory(err) { // in terms of the limit, not of a slot's share
		err = cmp.Or(b.runner.device.ReserveFor(b.group, r.Points), err)
	}
	return shape, err
}

// run sends the chunks through the device, in order, and waits for the results.
func (s *sum) run() error {
	defer s.slot.timestamps.reset()
	if err := s.startUpload(); err != nil {
		return err
	}
	if err := s.queue(); err != nil {
		return err
	}
	// To be woken takes part of a millisecond. To be woken for the last kernels hides it under
	// them.
	for _, e := range []driver.Event{s.slot.ending, s.slot.finished} {
		if err := s.slot.device.Context.Wait(e); err != nil {
			return err
		}
	}
	return s.slot.device.Context.Do(s.slot.timestamps.measure)
}

// queue queues all work, each chunk once it has been sent. Then it releases the host's memory.
func (s *sum) queue() (err error) {
	if s.sends() {
		defer func() {
			if end := s.upload.End(); err == nil {
				err = end
			}
		}()
	}
	if err := s.slot.device.Context.Do(s.begin); err != nil {
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
			err = s.slot.queue(func(q *driver.Queue) { s.compute(q, i, from, n) })
		}
		if err != nil {
			return err
		}
		s.admit(i + 1 + plan.Sides)
		from += n
	}
	return s.slot.queue(s.finish)
}

// begin orders the MSM behind earlier work, and clears the buckets.
//
// The slot's last MSM may have left the clearing of its scalars running: copies wait for it.
// Kernels wait for scalars that are on the device, and for the multiples that they use.
func (s *sum) begin(t *driver.Thread) error {
	l, copies, q := &s.plan.Layout, t.Queue(s.slot.copies), t.Queue(s.slot.compute)
	copies.After(s.slot.compute, s.slot.free[0])
	if s.scalars.location == plan.OnDevice {
		q.Wait(s.scalars.ready)
	}
	if s.plan.Factor > 1 {
		s.bases.awaitMultiples(q)
	}
	q.Memset32(s.at(l.Buckets), 0, (l.BucketsEnd-l.Buckets)/4)
	return cmp.Or(copies.Err(), q.Err())
}

// compute queues the kernels of chunk i: the bucket sort of its entries and their accumulation.
func (s *sum) compute(q *driver.Queue, i, from, n int) {
	side, slot, l := i%plan.Sides, s.slot, &s.plan.Layout
	if s.sends() {
		q.Wait(slot.copied[side])
	}
	q.Memset32(s.at(l.Counters), 0, (l.CountersEnd-l.Counters)/4)
	digits, bases := s.digits(side, from, n)
	slot.timestamps.around(q, &s.report.Partition, func() { s.sort(q, digits) })
	if !s.bases.onHost {
		q.Record(slot.free[side])
	}
	slot.timestamps.around(q, &s.report.Accumulate, func() { s.accumulate(q, i, bases) })
	if s.bases.onHost {
		q.Record(slot.free[side])
	}
}

// finish queues the reduction and the copy of its results. Then it clears all memory that tells of
// the scalars.
func (s *sum) finish(q *driver.Queue) {
	l := &s.plan.Layout
	s.slot.timestamps.around(q, &s.report.Reduce, func() { s.reduce(q) })
	q.CopyOut(s.slot.results.Bytes()[:s.resultBytes()], s.at(l.Results))
	q.Record(s.slot.finished)
	q.Memset32(s.slot.arena, 0, l.Counters/4)
}
