package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
)

// An MSM sends scalars and bases that are on the host while the device computes. It sends a batch
// per chunk.

// startUpload has workers begin to copy to the slot's ring.
func (s *sum) startUpload() error {
	if !s.sends() {
		return nil
	}
	var batches []staging.Batch
	from := 0
	for i, n := range s.plan.Chunks {
		batches = append(batches, s.batch(i, from, n))
		from += n
	}
	s.upload = &staging.Transfer{
		Context: s.slot.device.Context, Stream: s.slot.copies, Clear: true, Batches: batches,
	}
	return s.upload.Start(s.slot.ring, 0)
}

// batch is chunk i's part of the upload, between two timestamps. It starts once its side of the
// buffers is no longer in use.
func (s *sum) batch(i, from, n int) staging.Batch {
	side := i % plan.Sides
	parts, gaps := s.parts(side, from, n)
	for _, p := range parts {
		s.report.BytesUp += uint64(len(p.Host))
	}
	slot, start := s.slot, 0
	return staging.Batch{
		Parts: parts,
		Before: func(q *driver.Queue) {
			if i >= plan.Sides {
				q.Wait(slot.free[side])
			}
			start = slot.timestamps.record(q)
			if gaps {
				q.Memset32(s.at(s.plan.Layout.Scalars[side]), 0, uint64(n*s.scalars.size/4))
			}
		},
		After: func(q *driver.Queue) {
			slot.timestamps.end(q, start, &s.report.Upload)
			q.Record(slot.copied[side])
		},
	}
}

// parts lists the bytes that go to one side of the buffers for n scalars. It reports gaps between
// the scalars, which count as zeros.
func (s *sum) parts(side, from, n int) (parts []staging.Part, gaps bool) {
	if s.scalars.location == plan.OnHost {
		parts, gaps = s.scalars.parts(s.at(s.plan.Layout.Scalars[side]), from, n)
	}
	if s.bases.onHost {
		size, place := s.group.PointBytes(), s.at(s.plan.Layout.Bases[side])
		points := s.bases.points[(s.first+from)*size:][:n*size]
		parts = append(parts, staging.Part{Device: place, Host: points})
	}
	return parts, gaps
}

// admit lets the first n chunks be sent. The side of the buffers that a chunk goes to is free once
// the work that is queued has run.
func (s *sum) admit(n int) {
	if s.sends() {
		s.upload.Admit(n)
	}
}
