package reading

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of reading keys of these sizes. The points of the reference string are all that
// counts.
func Plan[P, E any](
	g1 *algebra.Group[P, E], z system.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("reading", func(e *session.Engine) error {
		on := g1.OnEngine(e)
		return errors.Join(on.PlanDecode(z.Rows+3), on.PlanDecode(z.Rows))
	})
}
