package msm

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// msm is an MSM in a slot, or several MSMs over the same bases.
type msm struct {
	group     *plan.Group
	functions device.Functions
	plan      *plan.Plan
	slot      *slot

	bases   *Bases
	first   int // index of the first base
	scalars scalars

	upload *staging.Transfer // nil if nothing is sent
	item   *device.Item      // in which the results leave with others; or nil
	bytes  []byte            // of the results, in the end
	report Report
}

// sends reports whether anything is copied to the device.
func (m *msm) sends() bool { return m.bases.onHost || m.scalars.location == plan.OnHost }

// at is the address of a buffer of the layout.
func (m *msm) at(offset uint64) driver.Ptr { return m.slot.arena + driver.Ptr(offset) }

// msm returns the MSM over the bases from an index on.
func (b *Bases) msm(from int, s scalars) *msm {
	return &msm{group: b.group, bases: b, first: from, scalars: s}
}

// execute plans the MSMs, waits for a slot and runs them there: one result per vector of scalars.
// Without scalars it makes room on the slot, and there are no results. Whatever fails, the slot is
// idle and clean afterwards.
func (r *Runner) execute(m *msm) (results []*Result, err error) {
	start := time.Now()
	m.report.Device = r.device.Context.Info().Index
	if m.scalars.length == 0 {
		return m.results(), nil
	}
	if !m.scalars.missing {
		if m.functions, err = r.functionsOf(m.group); err != nil {
			return nil, err
		}
		m.item = r.device.Outbox.Begin()
		defer m.item.End()
	}
	err = r.executeOnSlot(m)
	left, failed := m.item.End()
	if err := cmp.Or(err, m.named(failed)); err != nil || m.scalars.missing {
		return nil, err
	}
	if len(left) > 0 {
		m.bytes = left
	}
	m.report.Window, m.report.Factor = m.plan.Window, m.plan.Factor
	m.report.Chunks = len(m.plan.Chunks)
	m.report.Total = time.Since(start)
	return m.results(), nil
}

// executeOnSlot waits for a slot, and runs the MSMs there.
func (r *Runner) executeOnSlot(m *msm) error {
	m.slot = r.acquire()
	defer r.release(m.slot)
	if err := device.Stopped(m.scalars.ctx); err != nil {
		return err
	}
	if err := m.slot.prepare(); err != nil {
		return err
	}
	// Vectors come and go while an MSM waits for a slot. So the share is asked for afterwards.
	if err := m.fit(r.device.Memory.Now().SlotShare()); err != nil || m.scalars.missing {
		return err
	}
	if err := m.run(); err != nil {
		return m.named(errors.Join(err, m.slot.sync(), m.slot.wipe()))
	}
	m.bytes = slices.Clone(m.slot.results.Bytes()[:m.resultBytes()])
	return nil
}

// named adds to an error the MSM that failed.
func (m *msm) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("MSM of %d points of %s on device %d: %w",
		m.scalars.length, m.group.Name, m.report.Device, err)
}

// warm makes room for the MSM on an idle slot.
func (r *Runner) warm(m *msm) error {
	m.slot = r.acquire()
	defer r.release(m.slot)
	if err := m.slot.prepare(); err != nil {
		return err
	}
	if err := m.fit(r.device.Memory.Now().LastingShare()); err != nil || !m.sends() {
		return err
	}
	bytes := m.scalars.count * m.scalars.length * m.scalars.size
	return m.slot.ring.Prepare(r.device.Context, bytes)
}

// fit plans the MSM within the memory and makes room for it.
//
// The device may refuse memory that the budget allows, because other programs use it too. Then fit
// plans again with less. Where multiples of the bases are missing, fit plans without them if the
// slot's room suffices. If it suffices with multiples only, the MSM waits for them.
func (m *msm) fit(memory uint64) error {
	d := m.slot.device
	if !m.scalars.missing && !m.bases.multiplied() {
		room := m.slot.arenaBytes
		alone, err := m.planAs(m.scalars.within, room)
		if err != nil {
			if err := m.bases.multiply(); err != nil {
				return err
			}
			alone, err = m.planWithin(room)
		}
		if err == nil {
			m.plan = alone
			return m.reserveResults()
		}
	}
	for {
		p, err := m.planWithin(memory)
		if err != nil {
			return err
		}
		if !d.Memory.Claim(m.slot.index, p.Layout.Bytes) {
			memory = d.Memory.Now().SlotShare()
			continue
		}
		err = m.slot.reserve(p.Layout.Bytes)
		if err == nil {
			m.plan = p
			return m.reserveResults()
		}
		if !driver.OutOfMemory(err) {
			return err
		}
		memory = p.Layout.Bytes / 2
	}
}

// reserveResults makes room for the results of any plan. Whoever frees a buffer, to have a larger
// one, waits for the device.
func (m *msm) reserveResults() error {
	points := max(m.plan.Results(), m.plan.Vectors*plan.MaxResults(m.group))
	return m.slot.reserveResults(m.bytesOf(points))
}

func (m *msm) planWithin(memory uint64) (*plan.Plan, error) {
	return m.planAs(m.bases.shapeFor, memory)
}

// planAs plans the MSM within the memory, in the shape that a function returns.
func (m *msm) planAs(
	shapeFor func(r plan.Request, memory uint64) (plan.Shape, error), memory uint64,
) (*plan.Plan, error) {
	d := m.bases.runner.device
	r := d.Scratch(m.group, m.scalars.length)
	r.HostBases = m.bases.onHost
	shape, err := shapeFor(r, memory)
	if err != nil {
		return nil, err
	}
	r.Shape, r.Memory, r.Points = shape, memory, m.scalars.length
	r.Vectors, r.Scalars = m.scalars.count, m.scalars.location
	r.SharedBytes = d.Context.Info().SharedBytes
	return plan.Make(r)
}

// shapeFor returns the shape of an MSM within a slot's memory. That of resident bases is adapted as
// far as their multiples allow.
func (b *Bases) shapeFor(r plan.Request, memory uint64) (plan.Shape, error) {
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
func (m *msm) run() error {
	defer m.slot.timestamps.reset()
	if err := m.startUpload(); err != nil {
		return err
	}
	if err := m.queue(); err != nil {
		return err
	}
	// To be woken takes part of a millisecond. To be woken for the last kernels hides it under
	// them.
	for _, e := range []driver.Event{m.slot.ending, m.slot.finished} {
		if err := m.slot.device.Context.Wait(e); err != nil {
			return err
		}
	}
	return m.slot.device.Context.Do(m.slot.timestamps.measure)
}

// queue queues all work, each chunk once it has been sent. Then it releases the host's memory.
func (m *msm) queue() (err error) {
	if m.sends() {
		defer func() { err = cmp.Or(err, m.upload.End()) }()
	}
	if err := m.slot.device.Context.Do(m.begin); err != nil {
		return err
	}
	m.admit(plan.Sides)
	from := 0
	for i, n := range m.plan.Chunks {
		if m.sends() {
			if err := m.upload.Flush(i); err != nil {
				return err
			}
		}
		err := device.Stopped(m.scalars.ctx)
		if err == nil {
			err = m.slot.queue(func(q *driver.Queue) { m.compute(q, i, from, n) })
		}
		if err != nil {
			return err
		}
		m.admit(i + 1 + plan.Sides)
		from += n
	}
	return m.slot.queue(m.finish)
}
