package protocol

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// sums are the multi-scalar multiplications of a proof. They are the solution's wires, or the
// quotient's coefficients, times the vectors of the key.
type sums[P1, P2 any] struct {
	a, b, k, z P1
	b2         P2
	knowledge  []P1 // of each commitment
}

// sums computes them all, as [device.Sums] does: that over G2 first, for it takes longest. It
// consumes the solution's A, B and C.
func (p *prover[P1, P2, E, S]) sums(solution *system.Solution[E]) (*sums[P1, P2], error) {
	quotient, err := p.quotientOf(solution)
	if err != nil {
		return nil, err
	}
	proof, err := p.selections.Proof(solution.W)
	if err != nil {
		return nil, err
	}
	defer leave(proof.Until(p.ctx).After(p.ahead))
	if err := session.Optional(proof.Send()); err != nil {
		return nil, err
	}
	acc := p.replica
	acc.using.RLock()
	defer acc.using.RUnlock()
	s := &sums[P1, P2]{knowledge: make([]P1, len(p.key.Commitments))}
	all := device.NewSums(proof)
	device.WithWires(all, &s.b2, acc.g2Vector("B in G2", p.key.B2), wiresOfB)
	device.WithWires(all, &s.k, acc.g1Vector("K", p.key.K), wiresOfK)
	device.WithWires(all, &s.a, acc.g1Vector("A", p.key.A), wiresOfA)
	device.WithWires(all, &s.b, acc.g1Vector("B", p.key.B), wiresOfB)
	quotient(all, &s.z)
	for i := range s.knowledge {
		name := fmt.Sprintf("commitment key %d", i)
		v := acc.g1Vector(name, p.key.Commitments[i].BasisExpSigma)
		device.WithValues(all, &s.knowledge[i], v, p.committer.values[i])
	}
	if err := all.Wait(); err != nil {
		return nil, err
	}
	return s, nil
}

// quotientOf returns what begins the sum over Z. It takes the quotient of a solution's A, B and C
// or, if the solution lacks them, that of its wires.
func (p *prover[P1, P2, E, S]) quotientOf(
	s *system.Solution[E],
) (begin func(all *device.Sums[E], to *P1), err error) {
	acc, domain := p.replica, p.key.Domain
	cpu := func(a, b, c []E) []E { return quotient[E, S](acc.Field, a, b, c, domain) }
	if s.A == nil {
		evaluate := func() (*device.Values[E], error) {
			all, err := system.SolutionOf[E, S](p.system, s.W, domain.Len())
			if err != nil {
				return nil, err
			}
			return valuesOf[E, S](all.A, all.B, all.C, domain)
		}
		return func(all *device.Sums[E], to *P1) {
			device.WithWiresQuotient[P1, E, S](all, to, acc.g1Vector("Z", p.key.Z),
				p.constraints.Constraints, &domain.Domain, evaluate, cpu)
		}, nil
	}
	values, err := valuesOf[E, S](s.A, s.B, s.C, domain)
	s.A, s.B, s.C = nil, nil, nil // the CPU frees two of them early
	return func(all *device.Sums[E], to *P1) {
		device.WithQuotient[P1, E, S](all, to, acc.g1Vector("Z", p.key.Z), values, cpu)
	}, err
}

// leave frees the wires' memory on the device.
func leave(wires io.Closer) {
	if err := wires.Close(); err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("freeing a proof's device memory")
	}
}
