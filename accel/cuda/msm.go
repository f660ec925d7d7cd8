//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// msm is one MSM on its way through a lane, or several over the same bases.
type msm struct {
	group   *Group
	shape   func(n int, memory uint64) (Shape, error) // for n points within so many bytes
	kernels *kernels
	plan    *Plan
	lane    *lane

	scalars scalars
	// Resident bases: the table, the index of the first base and the number of bases of the table.
	table         driver.Ptr
	first, stride int
	// Streamed bases: the points, one for each scalar.
	points []byte

	sending *conveyor // of what is sent, nil if nothing is
	sent    []phase   // of each chunk
	phases  []phase
	report  Report
}

// phase is what passed between two marks.
type phase struct {
	from, to int
	duration *time.Duration
}

// streamed says whether the bases come along.
func (m *msm) streamed() bool { return m.points != nil }

// sends says whether anything is copied to the device.
func (m *msm) sends() bool { return m.streamed() || m.scalars.there == nil }

// execute plans the MSMs, waits for a lane and runs them there: one result a vector of scalars. Whatever fails, the lane
// is idle and clean afterwards.
func (d *device) execute(m *msm) ([]*Result, error) {
	start := time.Now()
	n := m.scalars.length
	if n == 0 {
		m.report = Report{Device: d.context.Info().Index}
		return m.results(make([][]Term, m.scalars.count())), nil
	}
	var err error
	if m.kernels, err = d.kernels.of(d.context, m.group); err != nil {
		return nil, err
	}
	m.lane = d.take()
	if err := m.lane.prepare(); err != nil {
		d.put(m.lane)
		return nil, err
	}
	if err := m.fit(d.share()); err != nil { // as it is with the lane in hand: vectors come and go
		d.put(m.lane)
		return nil, err
	}
	terms, err := m.run()
	if err != nil {
		err = errors.Join(err, m.lane.settle(), m.lane.scrub())
		d.put(m.lane)
		return nil, fmt.Errorf("MSM of %d points of %s on device %d: %w", n, m.group.Name, d.context.Info().Index, err)
	}
	m.describe(n)
	m.report.Total = time.Since(start)
	d.put(m.lane)
	return m.results(terms), nil
}

// expect makes room for the MSM on an idle lane.
func (d *device) expect(m *msm) error {
	m.lane = d.take()
	defer d.put(m.lane)
	if err := m.lane.prepare(); err != nil {
		return err
	}
	if err := m.fit(d.memory.lasting()); err != nil || !m.sends() {
		return err
	}
	bytes := m.scalars.count() * m.scalars.length * m.group.ScalarBytes()
	return m.lane.stage.expect(d.context, bytes)
}

// executeOne is execute for a single MSM.
func (d *device) executeOne(m *msm) (*Result, error) {
	results, err := d.execute(m)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// results adds the report to the terms of each MSM.
func (m *msm) results(terms [][]Term) []*Result {
	results := make([]*Result, len(terms))
	for i := range results {
		results[i] = &Result{Terms: terms[i], Report: m.report}
	}
	return results
}

// fit plans the MSM within so many bytes and makes room for it. Where the device refuses what the budget allows, because other
// programs use it too, it plans again with less.
func (m *msm) fit(memory uint64) error {
	d, n := m.lane.device, m.scalars.length
	for {
		shape, err := m.shape(n, memory)
		if err != nil {
			return err
		}
		plan, err := MakePlan(PlanRequest{
			Group: m.group, Shape: shape, Vectors: m.scalars.count(), Points: n, StreamBases: m.streamed(),
			DeviceScalars: m.scalars.there != nil, Memory: memory,
			Multiprocessors: d.context.Info().Multiprocessors, SharedBytes: d.context.Info().SharedBytes,
		})
		if err != nil {
			return err
		}
		if !d.memory.claim(m.lane.index, plan.Layout.Bytes) {
			memory = d.share()
			continue
		}
		err = m.lane.reserve(plan.Layout.Bytes)
		if err == nil {
			m.plan = plan
			return m.lane.reserveResults(m.resultBytes())
		}
		if !errors.Is(err, driver.ErrOutOfMemory) {
			return err
		}
		memory = plan.Layout.Bytes / 2
	}
}

func (m *msm) resultBytes() int {
	return m.plan.Results() * coordinatesXYZZ * 8 * m.group.CoordinateLimbs
}

// run sends the chunks through the device, one after the other, and reads the results.
func (m *msm) run() ([][]Term, error) {
	m.lane.marks.reset()
	if err := m.send(); err != nil {
		return nil, err
	}
	if err := m.queue(); err != nil {
		return nil, err
	}
	// To be woken takes a part of a millisecond, to be woken for the last kernels hides it under them.
	for _, e := range []driver.Event{m.lane.ending, m.lane.finished} {
		if err := m.lane.device.context.Wait(e); err != nil {
			return nil, err
		}
	}
	if err := m.do(m.measure); err != nil {
		return nil, err
	}
	terms := make([][]Term, m.plan.Vectors)
	for i := range terms {
		terms[i] = m.terms(i * m.plan.Sets)
	}
	return terms, nil
}

// queue queues everything, each chunk when it has been sent, and lets go of the host's memory.
func (m *msm) queue() (err error) {
	if m.sends() {
		defer func() {
			if end := m.sending.end(); err == nil {
				err = end
			}
		}()
	}
	if err := m.do(m.begin); err != nil {
		return err
	}
	m.admit(sides)
	from := 0
	for i, n := range m.plan.Chunks {
		if m.sends() {
			if err := m.sending.arrive(i); err != nil {
				return err
			}
		}
		if err := m.do(func(t *driver.Thread) error { return m.compute(t, i, from, n) }); err != nil {
			return err
		}
		m.admit(i + 1 + sides)
		from += n
	}
	return m.do(m.finish)
}

func (m *msm) do(f func(t *driver.Thread) error) error { return m.lane.device.context.Do(f) }

func (m *msm) at(offset uint64) driver.Ptr { return m.lane.arena + driver.Ptr(offset) }

// begin orders the lane's copies after what its last MSM left running, the clearing of its scalars, and its kernels after
// what the scalars wait for if they are on the device, and clears the buckets.
func (m *msm) begin(t *driver.Thread) error {
	l := &m.plan.Layout
	if err := t.Record(m.lane.free[0], m.lane.compute); err != nil {
		return err
	}
	if err := t.StreamWait(m.lane.copies, m.lane.free[0]); err != nil {
		return err
	}
	if m.scalars.there != nil {
		if err := m.scalars.waitFor(t, m.lane.compute); err != nil {
			return err
		}
	}
	return t.Memset32(m.at(l.Buckets), 0, (l.BucketsEnd-l.Buckets)/4, m.lane.compute)
}

// compute queues the kernels of chunk i: the partition of its entries and their accumulation.
func (m *msm) compute(t *driver.Thread, i, from, n int) error {
	side, lane, l := i%sides, m.lane, &m.plan.Layout
	if m.sends() {
		if err := t.StreamWait(lane.compute, lane.copied[side]); err != nil {
			return err
		}
	}
	if err := t.Memset32(m.at(l.Counters), 0, (l.CountersEnd-l.Counters)/4, lane.compute); err != nil {
		return err
	}
	digits := digitsArgs{
		scalars: m.scalarsAt(side, from), count: uint32(n),
		offset: uint32(from), length: uint32(m.scalars.length), first: uint32(m.first), stride: uint32(m.stride),
		bits: uint32(m.plan.Window), windows: uint32(m.plan.Windows), sets: uint32(m.plan.Sets),
	}
	bases := m.table
	if m.streamed() {
		bases = m.at(l.Bases[side])
		digits.offset, digits.length, digits.first, digits.stride = 0, uint32(n), 0, uint32(n)
	}
	err := m.timed(t, &m.report.Partition, func() error { return m.partition(t, digits) })
	if err != nil {
		return err
	}
	if !m.streamed() {
		if err := t.Record(lane.free[side], lane.compute); err != nil {
			return err
		}
	}
	err = m.timed(t, &m.report.Accumulate, func() error { return m.accumulate(t, i, bases) })
	if err != nil || !m.streamed() {
		return err
	}
	return t.Record(lane.free[side], lane.compute)
}

// scalarsAt is where the scalars of a chunk lie.
func (m *msm) scalarsAt(side, from int) driver.Ptr {
	if m.scalars.there != nil {
		return m.scalars.there.at(from)
	}
	return m.at(m.plan.Layout.Scalars[side])
}

// timed queues f between two marks on the compute stream.
func (m *msm) timed(t *driver.Thread, duration *time.Duration, f func() error) error {
	p := phase{duration: duration}
	var err error
	if p.from, err = m.lane.marks.set(t, m.lane.compute); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	if p.to, err = m.lane.marks.set(t, m.lane.compute); err != nil {
		return err
	}
	m.phases = append(m.phases, p)
	return nil
}

// finish queues the reduction, the copy of its results, and the clearing of everything that tells of the scalars.
func (m *msm) finish(t *driver.Thread) error {
	l := &m.plan.Layout
	if err := m.timed(t, &m.report.Reduce, func() error { return m.reduce(t) }); err != nil {
		return err
	}
	if err := t.CopyOut(m.lane.results.Bytes()[:m.resultBytes()], m.at(l.Results), m.lane.compute); err != nil {
		return err
	}
	if err := t.Record(m.lane.finished, m.lane.compute); err != nil {
		return err
	}
	return t.Memset32(m.lane.arena, 0, l.Counters/4, m.lane.compute)
}

// measure adds up the phases; all marks have passed.
func (m *msm) measure(t *driver.Thread) error {
	for _, p := range append(m.phases, m.sent...) {
		d, err := m.lane.marks.between(t, p.from, p.to)
		if err != nil {
			return err
		}
		*p.duration += d
	}
	return nil
}

// terms reads the results of the MSM whose sets begin at number `first`: for each set, from the last to the first, the
// sums Q_j from the highest bit to the lowest and then the sum of all rows (kernels/msm/reduce.cuh).
func (m *msm) terms(first int) []Term {
	p := m.plan
	limbs := coordinatesXYZZ * m.group.CoordinateLimbs
	words := driver.View[uint64](m.lane.results.Bytes()[:m.resultBytes()])
	result := func(set, i int) []uint64 { return slices.Clone(words[((first+set)*p.Window+i)*limbs:][:limbs]) }
	bits := p.Window - 1
	terms := make([]Term, 0, p.Sets*p.Window)
	for set := p.Sets - 1; set >= 0; set-- {
		for bit := bits - 1; bit >= 0; bit-- {
			terms = append(terms, Term{Shift: set*p.Window + bit, Point: result(set, bit)})
		}
		terms = append(terms, Term{Shift: set * p.Window, Point: result(set, bits)})
	}
	return terms
}

func (m *msm) describe(n int) {
	m.report.Points = n * m.scalars.count()
	m.report.Window, m.report.Factor, m.report.Chunks = m.plan.Window, m.plan.Factor, len(m.plan.Chunks)
	m.report.Device = m.lane.device.context.Info().Index
}
