package reading

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of reading keys of these sizes. The longer vector of points takes most.
func Plan[P, E any](
	g1 *algebra.Group[P, E], z system.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("reading", func(e *session.Engine) error {
		return g1.OnEngine(e).PlanDecode(z.Rows + 3)
	})
}
