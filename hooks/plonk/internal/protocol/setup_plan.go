package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// PlanSetup is a dry run of [Scheme.Setup] for a circuit of these sizes.
func (s *Scheme[K, P, E, S]) PlanSetup(z system.Sizes, r *session.DryRun) session.PlannedMaking {
	return r.Making("setup", func(e *session.Engine) (uint64, error) {
		err := device.PlanSetup(s.Field.OnEngine(e), s.G1.OnEngine(e), z)
		return keycache.SizeOf[P](2*z.Rows+3) + traceBytes[E](z), err
	})
}

// traceBytes is the host's memory for a [trace] without coefficients, in bytes. It has the powers
// of ω and the columns, and for each position its wire and the position that it is sent to.
func traceBytes[E any](z system.Sizes) uint64 {
	columns := 1 + 8 + z.Commitments
	return keycache.SizeOf[E](columns*z.Rows) + keycache.SizeOf[uint32](2*3*z.Rows)
}
