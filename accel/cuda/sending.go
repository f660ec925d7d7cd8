//go:build cuda && linux && (amd64 || arm64)

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// What an MSM sends to the device while that computes: its scalars, unless they are there, and bases if they are streamed.

// send starts to copy the scalars to the stage, unless they are on the device, and bases if they are streamed.
func (m *msm) send() error {
	if !m.sends() {
		return nil
	}
	m.sent = make([]phase, len(m.plan.Chunks))
	var shipments []shipment
	from := 0
	for i, n := range m.plan.Chunks {
		shipments = append(shipments, m.shipment(i, from, n))
		from += n
	}
	m.sending = &conveyor{context: m.lane.device.context, stream: m.lane.copies, clears: true, shipments: shipments}
	return m.sending.start(&m.lane.stage, 0)
}

// shipment is what is sent of chunk i, between two marks, once its side of the buffers is no longer in use.
func (m *msm) shipment(i, from, n int) shipment {
	side := i % sides
	parts, gaps := m.parts(side, from, n)
	for _, p := range parts {
		m.report.BytesUp += uint64(len(p.host))
	}
	sent := &m.sent[i]
	sent.duration = &m.report.Upload
	return shipment{
		parts: parts,
		before: func(t *driver.Thread) (err error) {
			if i >= sides {
				if err := t.StreamWait(m.lane.copies, m.lane.free[side]); err != nil {
					return err
				}
			}
			if sent.from, err = m.lane.marks.set(t, m.lane.copies); err != nil || !gaps {
				return err
			}
			words := uint64(n * m.group.ScalarBytes() / 4)
			return t.Memset32(m.at(m.plan.Layout.Scalars[side]), 0, words, m.lane.copies)
		},
		after: func(t *driver.Thread) (err error) {
			if sent.to, err = m.lane.marks.set(t, m.lane.copies); err != nil {
				return err
			}
			return t.Record(m.lane.copied[side], m.lane.copies)
		},
	}
}

// parts lists what goes to one side of the buffers for n scalars, and says whether there are gaps between the scalars, which
// count as zeros.
func (m *msm) parts(side, from, n int) (parts []part, gaps bool) {
	if m.scalars.there == nil {
		parts, gaps = m.scalars.parts(m.at(m.plan.Layout.Scalars[side]), from, n, m.group.ScalarBytes())
	}
	if m.streamed() {
		size := m.group.PointBytes()
		parts = append(parts, part{m.at(m.plan.Layout.Bases[side]), m.points[from*size : (from+n)*size]})
	}
	return parts, gaps
}

// admit lets the first chunks be sent: the side of the buffers that each goes to is free as soon as what is queued has run.
func (m *msm) admit(chunks int) {
	if m.sends() {
		m.sending.admit(chunks)
	}
}
