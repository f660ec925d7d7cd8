package protocol

import (
	"context"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// input is what the sums of a proof are made of.
type input[P1, P2, E any] struct {
	ctx       context.Context
	key       *Key[P1, P2, E]
	system    *system.System[E]
	wires     []E
	committed [][]E // the private values of each commitment
	quotient  *device.Quotient[E]
	ahead     *session.Follower[E] // may have sent the wires
}

// makePoints computes the sums and makes the points of the proof of them. It consumes the
// solution's A, B and C.
func (p *prover[P1, P2, E, S]) makePoints(
	solution *system.Solution[E],
) (*assembled[P1, P2], error) {
	q, err := p.quotientOf(solution)
	if err != nil {
		return nil, err
	}
	s, err := p.site.begin(&input[P1, P2, E]{
		ctx: p.ctx, key: p.key, system: p.system, wires: solution.Wires,
		committed: p.committer.values, quotient: q, ahead: p.ahead,
	})
	if err != nil {
		return nil, err
	}
	defer s.close()
	return p.assemble(s)
}

// quotientOf returns the quotient of a solution's A, B and C or, if the solution lacks them, that
// of its wires.
func (p *prover[P1, P2, E, S]) quotientOf(s *system.Solution[E]) (*device.Quotient[E], error) {
	field, domain := p.replica.Field, p.key.Domain
	q := &device.Quotient[E]{
		Domain: &domain.Domain,
		OnCPU:  func(a, b, c []E) []E { return quotient[E, S](field, a, b, c, domain) },
	}
	if s.Rows[0] == nil {
		q.Constraints = p.constraints.Constraints
		q.Values = func() (*device.Values[E], error) {
			all, err := system.SolutionOf[E, S](p.system, s.Wires, domain.Len())
			if err != nil {
				return nil, err
			}
			return valuesOf[E, S](all.Rows, domain)
		}
		return q, nil
	}
	values, err := valuesOf[E, S](s.Rows, domain)
	s.Rows = [3][]E{} // the CPU frees two of them early
	q.Values = func() (*device.Values[E], error) { return values, nil }
	return q, err
}
