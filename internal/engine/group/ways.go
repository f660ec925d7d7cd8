package group

import "github.com/gnark-accel/gnark-accel/internal/engine"

// Choose returns the fastest way to make a proof. measure is called where times decide: not for
// large proofs, nor where the engine's options do.
func (s *Set) Choose(w *engine.Work, measure func() engine.Measured) engine.Choice {
	onCPU := s.Unavailable() != nil
	if !s.byTimes || w.Large() {
		if onCPU {
			return engine.Choice{Way: engine.OnCPU}
		}
		return engine.Choice{Way: engine.OnDevice}
	}
	m := measure()
	if onCPU {
		m.Device = 0
	}
	return m.Choose(w)
}

// For returns the devices for proofs that are made in a way. There may be none among them.
func (s *Set) For(way engine.Way) *Set {
	if way == engine.OnDevice || s.host == nil {
		return s
	}
	return s.host
}
