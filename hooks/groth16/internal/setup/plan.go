package setup

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Setup] for keys of these sizes. The host has the scalars, the points and the
// marks of points at infinity at once. All else is left to the collector before.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z system.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("setup", func(e *session.Engine) error {
		hidden := len(z.Commitments)
		for _, n := range z.Commitments {
			hidden += n
		}
		inG1 := roomG1(z.A, z.B, z.Z, z.Wires, hidden) - len(z.Commitments)
		return multiexp.PlanMultiples(c.G1.OnEngine(e), c.G2.OnEngine(e), inG1, z.B+3)
	})
}

// roomG1 is the number of scalars in G1 that there is room for.
func roomG1(a, b, z, wires, hidden int) int { return 3 + a + b + z + wires + hidden }
