package setup

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Setup] for keys of these sizes.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z system.Sizes, r *session.DryRun,
) session.PlannedMaking {
	return r.Making("setup", func(e *session.Engine) (uint64, error) {
		inG1, inG2 := numbers(z)
		err := multiexp.PlanMultiples(c.G1.OnEngine(e), c.G2.OnEngine(e), inG1, inG2)
		return hostBytes[P1, P2, E](z), err
	})
}

// numbers are those of the keys' points, which are those of [scalars].
func numbers(z system.Sizes) (inG1, inG2 int) {
	hidden := len(z.Commitments)
	for _, n := range z.Commitments {
		hidden += n
	}
	return roomG1(z.A, z.B, z.Z, z.Wires, hidden) - len(z.Commitments), z.B + 3
}

// roomG1 is the number of scalars in G1 that there is room for.
func roomG1(a, b, z, wires, hidden int) int { return 3 + a + b + z + wires + hidden }

// hostBytes is the most memory that a setup has at once, in bytes. It computes, in this order, the
// values of the Lagrange basis, those of the wires' polynomials, the scalars, the points and the
// tables of the domain. What is not needed any more is left to the collector, and does not count.
func hostBytes[P1, P2, E any](z system.Sizes) uint64 {
	inG1, inG2 := numbers(z)
	elements := keycache.SizeOf[E]
	terms := z.Constraints.Short.Terms + z.Constraints.Pieces.Terms
	rows := keycache.SizeOf[device.Term](terms) +
		keycache.SizeOf[uint32](3*device.RowsOf(z.Domain)+1)
	infinities := uint64(2 * z.Wires)
	scalars := elements(inG1 + inG2)
	points := keycache.SizeOf[P1](inG1) + keycache.SizeOf[P2](inG2)
	return max(
		rows+elements(z.Domain+max(z.Domain, 3*z.Wires)),
		elements(3*z.Wires+z.Domain)+scalars+infinities,
		scalars+points+infinities,
		points+infinities+protocol.DomainBytes[E](z.Domain),
	)
}
