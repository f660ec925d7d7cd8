package reading

import (
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plan is a dry run of [Key] for keys of these sizes, from files of both forms.
func Plan[P1, P2, E any](
	c *protocol.Curve[P1, P2, E], z groth16.Sizes, r *session.DryRun,
) (all []session.PlannedMaking) {
	for _, form := range []struct {
		name       string
		compressed bool
	}{{"reading, compressed", true}, {"reading, raw", false}} {
		all = append(all, r.Making(form.name, func(e *session.Engine) (uint64, error) {
			return plan(c.G1.OnEngine(e), c.G2.OnEngine(e), z, form.compressed)
		}))
	}
	return all
}

// plan returns the most memory of the host, in bytes. The vectors are read in the order in which
// they are in the file. What is not needed any more is left to the collector, and does not count.
func plan[P1, P2, E any](
	g1 *multiexp.Group[P1, E], g2 *multiexp.Group[P2, E], z groth16.Sizes, compressed bool,
) (most uint64, failure error) {
	var there uint64 // of what was read before
	next := func(host uint64, err error, points uint64) {
		most, there = max(most, there+host), there+points
		if failure == nil {
			failure = err
		}
	}
	in1 := func(n int) {
		host, err := g1.PlanDecode(n, compressed)
		next(host, err, keycache.SizeOf[P1](n))
	}
	for _, n := range []int{z.A, z.B, z.Z, z.K} {
		in1(n)
	}
	host, err := g2.PlanDecode(z.B, compressed)
	next(host, err, keycache.SizeOf[P2](z.B))
	domain := protocol.DomainBytes[E](z.Domain)
	next(domain, nil, domain+uint64(2*z.Wires))
	next(uint64(z.Wires), nil, 0) // the last marks of points at infinity, as they are in the file
	for _, n := range z.Commitments {
		in1(n)
		in1(n)
	}
	return most, failure
}
