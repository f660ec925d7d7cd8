package devices

import "github.com/gnark-accel/gnark-accel/internal/session"

// Machine is the devices of a dry run, which are all alike.
type Machine struct {
	Devices   int
	Memory    uint64 // of each, in bytes
	MinSize   int    // points or elements for a device
	Placement Placement
}

// Lay is [Set.Lay] for a machine that is not there.
func (m *Machine) Lay(pieces []Piece) *Layout { return m.lay(Lay, pieces) }

// Divide is [Set.Divide] for a machine that is not there.
func (m *Machine) Divide(pieces []Piece) *Layout { return m.lay(Divide, pieces) }

func (m *Machine) lay(way way, pieces []Piece) *Layout {
	if n := pointsOf(pieces); n == 0 || n < m.MinSize {
		return nil
	}
	targets := make([]Target, m.Devices)
	for i := range targets {
		targets[i] = Target{Device: i, Speed: 1, Room: m.Memory}
	}
	return m.Placement.chosen(way, pieces, targets)
}

// Shares describes the layout, device by device.
func (l *Layout) Shares() (shares []session.PlannedShare) {
	for _, t := range l.Targets {
		share := session.PlannedShare{Device: t.Device}
		for i := range l.Pieces {
			from, to := l.Of(i, t.Device)
			if from == to {
				continue
			}
			p := &l.Pieces[i]
			share.Parts = append(share.Parts, session.PlannedPart{
				Name: p.Name, From: from, To: to, Of: p.Points,
			})
			if !p.Whole {
				share.Bytes += uint64(to-from) * p.Bytes
			}
		}
		shares = append(shares, share)
	}
	return shares
}
