package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// An MSM sends scalars and bases that are on the host while the device computes. It sends a batch
// per chunk.

// startUpload has workers begin to copy to the slot's ring.
func (m *msm) startUpload() error {
	if !m.sends() {
		return nil
	}
	var batches []staging.Batch
	from := 0
	for i, n := range m.plan.Chunks {
		batches = append(batches, m.batch(i, from, n))
		from += n
	}
	m.upload = &staging.Transfer{
		Context: m.slot.device.Context, Stream: m.slot.copies, Clear: true, Batches: batches,
	}
	return m.upload.Start(m.slot.ring, 0)
}

// batch is chunk i's part of the upload, between two timestamps. It starts once its side of the
// buffers is no longer in use. Memory whose pages are locked goes as it is, without workers.
func (m *msm) batch(i, from, n int) staging.Batch {
	side := i % plan.Sides
	all, gaps := m.parts(side, from, n)
	var parts, locked []staging.Part
	for _, p := range all {
		m.report.BytesUp += uint64(len(p.Host))
		if m.slot.device.Context.Registered(p.Host) {
			locked = append(locked, p)
		} else {
			parts = append(parts, p)
		}
	}
	slot, start := m.slot, 0
	return staging.Batch{
		Parts: parts,
		Before: func(q *driver.Queue) {
			if i >= plan.Sides {
				q.Wait(slot.free[side])
			}
			start = slot.timestamps.record(q)
			if gaps {
				q.Memset32(m.at(m.plan.Layout.Scalars[side]), 0, uint64(n*m.scalars.size/4))
			}
			for _, p := range locked {
				q.CopyIn(p.Device, p.Host)
			}
		},
		After: func(q *driver.Queue) {
			slot.timestamps.end(q, start, &m.report.Upload)
			q.Record(slot.copied[side])
		},
	}
}

// parts lists the bytes that go to one side of the buffers for n scalars. It reports gaps between
// the scalars, which count as zeros.
func (m *msm) parts(side, from, n int) (parts []staging.Part, gaps bool) {
	if m.scalars.location == plan.OnHost {
		parts, gaps = m.scalars.parts(m.at(m.plan.Layout.Scalars[side]), from, n)
	}
	if m.bases.onHost {
		size, place := m.group.PointBytes(), m.at(m.plan.Layout.Bases[side])
		points := m.bases.points[(m.first+from)*size:][:n*size]
		parts = append(parts, staging.Part{Device: place, Host: points})
	}
	return parts, gaps
}

// parts lists the bytes to send of n scalars from number `from` on. It reports gaps between them,
// where vectors are shorter than the longest.
func (s *scalars) parts(to driver.Ptr, from, n int) (parts []staging.Part, gaps bool) {
	for at := from; at < from+n; {
		vector, within := s.vectors[at/s.length], at%s.length
		end := min(s.length, within+from+n-at)
		have := max(min(end, len(vector)/s.size), within)
		if have > within {
			place := to + driver.Ptr((at-from)*s.size)
			host := vector[within*s.size : have*s.size]
			parts = append(parts, staging.Part{Device: place, Host: host})
		}
		gaps = gaps || have < end
		at += end - within
	}
	return parts, gaps
}

// admit lets the first n chunks be sent. The side of the buffers that a chunk goes to is free once
// the work that is queued has run.
func (m *msm) admit(n int) {
	if m.sends() {
		m.upload.Admit(n)
	}
}
