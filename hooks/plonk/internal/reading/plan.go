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
	return keyfile.Plans[P, P, E](r, g1.OnEngine, nil, []int{z.Rows + 3, z.Rows}, nil, 0)
}
