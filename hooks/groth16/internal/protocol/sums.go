package protocol

import (
	"errors"
	"fmt"
	"io"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// sums are the multi-scalar multiplications of a proof. They are the solution's wires, or the
// quotient's coefficients, times the vectors of the key.
type sums[P1, P2 any] struct {
	a, b, k, z awaited[P1]
	b2         awaited[P2]
	knowledge  []awaited[P1] // of each commitment
}

// makePoints computes the sums, as [device.Sums] does, and makes the points of them. The sum over
// G2 is the first, for it takes longest. It consumes the solution's A, B and C. Devices that share
// the key compute beside each other, each over its own ranges.
func (p *prover[P1, P2, E, S]) makePoints(
	solution *system.Solution[E],
) (*assembled[P1, P2], error) {
	z, coefficients := p.overZ()
	defer coefficients.Clear()
	quotient, err := p.quotientOf(solution, z)
	if err != nil {
		return nil, err
	}
	proofs, err := p.sent(solution.W)
	for _, proof := range proofs {
		defer leave(proof)
	}
	if err != nil {
		return nil, err
	}
	all := device.NewSums(proofs[0])
	s := &sums[P1, P2]{knowledge: make([]awaited[P1], len(p.key.Commitments))}
	for i, r := range p.members {
		r.using.RLock()
		defer r.using.RUnlock()
		beside := all
		if i > 0 {
			beside = all.Beside(proofs[i])
		}
		p.withWires(beside, s, i)
		if i == 0 {
			part := s.z.part()
			part.there = quotient(all, &part.sum)
		} else if over := r.share.z; !over.empty() {
			v, part := r.g1Vector("Z", in(p.key.Z, over)), s.z.part()
			part.there = device.WithCoefficients(
				beside, &part.sum, v, coefficients, over.from)
		}
		p.withCommitted(beside, s, r)
	}
	return p.assemble(s, all.Wait)
}

// sent sends the wires to the devices that need them.
func (p *prover[P1, P2, E, S]) sent(wires []E) (proofs []*device.Proof[E], err error) {
	var tasks parallel.Tasks
	for i, s := range p.selections {
		proof, err := s.Proof(wires[s.window.from:s.window.to])
		if err != nil {
			return proofs, errors.Join(err, tasks.Wait())
		}
		proof.Until(p.ctx).After(p.ahead.On(p.members[i].field()))
		proofs = append(proofs, proof)
		if s.window.empty() {
			continue
		}
		tasks.Go(func() error {
			err := session.Optional(proof.Send())
			if p.members[i].others != nil && errors.Is(err, session.ErrElsewhere) {
				return nil // each sum finds out
			}
			return err
		})
	}
	return proofs, tasks.Wait()
}

// withWires begins a device's sums with wires.
func (p *prover[P1, P2, E, S]) withWires(all *device.Sums[E], to *sums[P1, P2], member int) {
	r, s := p.members[member], p.members[member].share
	if !s.b2.empty() {
		v, part := r.g2Vector("B in G2", in(p.key.B2, s.b2)), to.b2.part()
		part.there = device.WithWires(all, &part.sum, v, p.selections[member].ofB2)
	}
	for _, sum := range []struct {
		name      string
		to        *awaited[P1]
		points    []P1
		over      span
		selection int
	}{
		{"K", &to.k, p.key.K, s.k, wiresOfK},
		{"A", &to.a, p.key.A, s.a, wiresOfA},
		{"B", &to.b, p.key.B, s.b, wiresOfB},
	} {
		if !sum.over.empty() {
			v, part := r.g1Vector(sum.name, in(sum.points, sum.over)), sum.to.part()
			part.there = device.WithWires(all, &part.sum, v, sum.selection)
		}
	}
}

// withCommitted begins a device's sums that prove the use of the commitments.
func (p *prover[P1, P2, E, S]) withCommitted(
	all *device.Sums[E], to *sums[P1, P2], r *replica[P1, P2, E, S],
) {
	for i, spans := range r.share.commitments {
		if over := spans[1]; !over.empty() {
			name := fmt.Sprintf("commitment key %d", i)
			v := r.g1Vector(name, in(p.key.Commitments[i].BasisExpSigma, over))
			values, part := in(p.committer.values[i], over), to.knowledge[i].part()
			part.there = device.WithValues(all, &part.sum, v, values)
		}
	}
}

// overZ returns the part of Z on the quotient's device, and the coefficients for the other parts;
// nil if there are none.
func (p *prover[P1, P2, E, S]) overZ() (*device.OverZ[P1, E], *device.Coefficients[E]) {
	r, over := p.replica, p.replica.share.z
	z := &device.OverZ[P1, E]{Vector: r.g1Vector("Z", in(p.key.Z, over))}
	if n := len(p.key.Z); over.to < n {
		z.Others = device.NewCoefficients[E](over.to, n-over.to)
	}
	if r.others != nil {
		z.Compute = func(v *device.Values[E]) (h []E, err error) {
			err = r.others.Try(v.Domain.Len(), func(e *session.Engine) (err error) {
				h, err = device.Quotient[E, S](p.replica.Field.OnEngine(e), v)
				return err
			})
			return h, err
		}
	}
	return z, z.Others
}

// quotientOf returns what begins the sum over Z. It takes the quotient of a solution's A, B and C
// or, if the solution lacks them, that of its wires.
func (p *prover[P1, P2, E, S]) quotientOf(
	s *system.Solution[E], z *device.OverZ[P1, E],
) (begin func(*device.Sums[E], *P1) device.There, err error) {
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
		return func(all *device.Sums[E], to *P1) device.There {
			return device.WithWiresQuotient[P1, E, S](
				all, to, z, p.constraints.Constraints, &domain.Domain, evaluate, cpu)
		}, nil
	}
	values, err := valuesOf[E, S](s.A, s.B, s.C, domain)
	s.A, s.B, s.C = nil, nil, nil // the CPU frees two of them early
	return func(all *device.Sums[E], to *P1) device.There {
		return device.WithQuotient[P1, E, S](all, to, z, values, cpu)
	}, err
}

// leave frees the wires' memory on the device.
func leave(wires io.Closer) {
	if err := wires.Close(); err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("freeing a proof's device memory")
	}
}
