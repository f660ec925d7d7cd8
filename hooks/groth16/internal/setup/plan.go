package setup

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Setup] for keys of these sizes. The host has the scalars, the points and the
// marks of points at infinity at once. All else is left to the collector before.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z system.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("setup", func(e *session.Engine) (uint64, error) {
		hidden := 0
		for _, n := range z.Commitments {
			hidden += n
		}
		inG1, inG2 := roomG1(z.A, z.B, z.Z, z.Wires, hidden), z.B+3
		err := multiexp.PlanMultiples(c.G1.OnEngine(e), c.G2.OnEngine(e), inG1, inG2)
		return keycache.SizeOf[E](inG1+inG2) + keycache.SizeOf[P1](inG1) +
			keycache.SizeOf[P2](inG2) + uint64(2*z.Wires), err
	})
}

// roomG1 is the number of scalars in G1 that there is room for.
func roomG1(a, b, z, wires, hidden int) int { return 3 + a + b + z + wires + hidden }
