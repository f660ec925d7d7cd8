package reading

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Key] for keys of these sizes.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z groth16.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("reading", func(e *session.Engine) (err error) {
		for _, n := range slices.Concat([]int{z.A, z.B, z.Z, z.K}, z.Commitments) {
			err = errors.Join(err, c.G1.OnEngine(e).PlanDecode(n))
		}
		return errors.Join(err, c.G2.OnEngine(e).PlanDecode(z.B))
	})
}
