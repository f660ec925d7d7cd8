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
	return keyfile.Plans(r, func(e *session.Engine, p *keyfile.Plan[P1, P2, E]) {
		p.G1, p.G2 = c.G1.OnEngine(e), c.G2.OnEngine(e)
		for _, n := range []int{z.A, z.B, z.Z, z.K} {
			p.InG1(n)
		}
		p.InG2(z.B)
		domain := protocol.DomainBytes[E](z.Domain)
		p.Other(domain, domain+uint64(2*z.Wires))
		p.Other(uint64(z.Wires), 0) // the last marks of points at infinity, as they are in the file
		for _, n := range z.Commitments {
			p.InG1(n)
			p.InG1(n)
		}
	})
}
