package reading

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keyfile"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Key] for keys of these sizes, from files of both forms.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z groth16.Sizes, r *session.DryRun,
) []session.PlannedMaking {
	inG1 := []int{z.A, z.B, z.Z, z.K}
	for _, n := range z.Commitments {
		inG1 = append(inG1, n, n)
	}
	marks := uint64(2 * z.Wires) // of points at infinity
	return keyfile.Plans(r, c.G1.OnEngine, c.G2.OnEngine, inG1, []int{z.B},
		marks+protocol.DomainBytes[E](z.Domain))
}
