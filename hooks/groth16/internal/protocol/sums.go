package protocol

import (
	"fmt"

	"github.com/consensys/gnark/logger"
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
func (p *prover[P1, P2, E, S]) sums(solution *Solution[E]) (*sums[P1, P2], error) {
	values, err := valuesOf[E, S](solution.A, solution.B, solution.C, p.key.Domain)
	if err != nil {
		return nil, err
	}
	solution.A, solution.B, solution.C = nil, nil, nil // the CPU frees two of them early
	proof, err := p.selections.Proof(solution.W)
	if err != nil {
		return nil, err
	}
	defer leave(proof.Until(p.ctx))
	if err := session.Optional(proof.Send()); err != nil {
		return nil, err
	}
	acc := p.accelerator
	acc.using.RLock()
	defer acc.using.RUnlock()
	s := &sums[P1, P2]{knowledge: make([]P1, len(p.key.Commitments))}
	all := device.NewSums(proof)
	device.WithWires(all, &s.b2, acc.g2Vector("B in G2", p.key.B2), wiresOfB)
	device.WithWires(all, &s.k, acc.g1Vector("K", p.key.K), wiresOfK)
	device.WithWires(all, &s.a, acc.g1Vector("A", p.key.A), wiresOfA)
	device.WithWires(all, &s.b, acc.g1Vector("B", p.key.B), wiresOfB)
	device.WithQuotient[P1, E, S](all, &s.z, acc.g1Vector("Z", p.key.Z), values,
		func(a, b, c []E) []E {
			return quotient[E, S](acc.Field, a, b, c, p.key.Domain)
		})
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

// leave frees the wires' memory on the device.
func leave[E any](proof *device.Proof[E]) {
	if err := proof.Close(); err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("freeing a proof's device memory")
	}
}
