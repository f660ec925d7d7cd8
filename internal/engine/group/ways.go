package group

import "github.com/gnark-accel/gnark-accel/internal/times"

// Choose returns the fastest way to make a proof. measure is called where times decide: not for
// large proofs, nor where the engine's options do.
func (s *Set) Choose(p *times.Proof, measure func() times.Measured) times.Choice {
	onCPU := s.Unavailable() != nil
	if !s.byTimes || p.Large() {
		if onCPU {
			return times.Choice{Way: times.OnCPU}
		}
		return times.Choice{Way: times.OnDevice}
	}
	m := measure()
	if onCPU {
		m.Device = 0
	}
	return m.Choose(p)
}

// For returns the devices for proofs that are made in a way. There may be none among them.
func (s *Set) For(way times.Way) *Set {
	if way == times.OnDevice || s.host == nil {
		return s
	}
	return s.host
}
