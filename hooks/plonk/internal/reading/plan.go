package reading

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keyfile"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of reading keys of these sizes, from files of both forms. The points of the
// reference string are all that counts.
func Plan[P, E any](
	g1 *algebra.Group[P, E], z system.Sizes, r *session.DryRun,
) []session.PlannedMaking {
	return keyfile.Plans(r, func(e *session.Engine, p *keyfile.Plan[P, P, E]) {
		p.G1 = g1.OnEngine(e)
		p.InG1(z.Rows + 3)
		p.InG1(z.Rows)
	})
}
