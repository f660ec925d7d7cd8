package protocol

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// site is a place to make proofs with a key: one device, or several that make a proof side by side.
// Each of several has a share of the key, which is a key of its own, and computes the MSMs over it.
// Its errors are engine.ErrElsewhere where one of the devices fails: another site makes the proof
// then.
type site[P1, P2, E comparable] struct {
	*group.Team[*replica[P1, P2, E]]
}

// shares are the shares of the devices; nil for the key on one alone.
func (at site[P1, P2, E]) shares() []*share {
	if at.Layout == nil {
		return []*share{nil}
	}
	var all []*share
	for _, place := range at.Places() {
		all = append(all, shareOf(at.Layout, place))
	}
	return all
}

// prepare does work ahead that the first proofs of a system do otherwise.
func (at site[P1, P2, E]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error { return at.Primary().prepare(pk, s) })
	for _, r := range at.Members[1:] {
		tasks.Go(func() error { return r.prepareWires(pk, s, new(curve.Domain[E])) })
	}
	return tasks.Wait()
}

// begin sends the wires to the site and begins the MSMs of a proof. They have to be closed.
func (at site[P1, P2, E]) begin(in *input[P1, P2, E]) (*sums[P1, P2, E], error) {
	shares, parts := at.shares(), make([]*device.Sums[P1, P2, E], len(at.Members))
	if len(parts) > 1 {
		met := shares[0].z.to
		in.quotient.Beyond = device.NewCoefficients[E](met, len(in.key.Z)-met)
	}
	beyond := in.quotient.Beyond
	var tasks parallel.Tasks
	for i, r := range at.Members {
		tasks.Go(func() (err error) {
			parts[i], err = r.beginSums(in, shares[i])
			if err != nil {
				beyond.End() // lest other devices wait for them
			}
			return err
		})
	}
	err := tasks.Wait()
	parts = slices.DeleteFunc(parts, func(s *device.Sums[P1, P2, E]) bool { return s == nil })
	s := &sums[P1, P2, E]{at.Primary().Curve, parts, beyond}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// commit returns the MSM over the basis of a commitment.
func (at site[P1, P2, E]) commit(commitment int, values []E) (P1, error) {
	shares, sums := at.shares(), make([]P1, len(at.Members))
	var tasks parallel.Tasks
	for i, r := range at.Members {
		tasks.Go(func() (err error) {
			part := partOf(shares[i], commitment, values)
			sums[i], err = r.bases.Commit(commitment, part)
			return err
		})
	}
	err := tasks.Wait()
	return at.Primary().G1.Sum(sums...), err
}

// sums are the MSMs of a proof, under way on one or several devices.
type sums[P1, P2, E any] struct {
	*Curve[P1, P2, E]
	parts  []*device.Sums[P1, P2, E]
	beyond *device.Coefficients[E] // of the quotient, which other devices than the first meet
}

// in1 returns the MSM in G1 with a number. It waits for all of its parts.
func (s *sums[P1, P2, E]) in1(number int) (P1, error) {
	return added(s.G1, s.parts, func(s *device.Sums[P1, P2, E]) device.Sum[P1] {
		return s.G1[number]
	})
}

// b2 is the MSM over B in G2.
func (s *sums[P1, P2, E]) b2() (P2, error) {
	return added(s.G2, s.parts, func(s *device.Sums[P1, P2, E]) device.Sum[P2] { return s.B2 })
}

// knowledge returns the proofs of knowledge of all commitments.
func (s *sums[P1, P2, E]) knowledge() (all []P1, err error) {
	for i := device.Knowledge; i < len(s.parts[0].G1); i++ {
		sum, err := s.in1(i)
		if err != nil {
			return nil, err
		}
		all = append(all, sum)
	}
	return all, nil
}

// wait waits for all MSMs.
func (s *sums[P1, P2, E]) wait() (err error) {
	for _, part := range s.parts {
		err = errors.Join(err, part.Wait())
	}
	return err
}

// close waits too, and frees the wires' memory on the devices.
func (s *sums[P1, P2, E]) close() {
	for _, part := range s.parts {
		keys.Leave(part)
	}
	s.beyond.Clear()
}

func added[P, E, Q any](
	g *curve.Group[P, E], parts []*Q, of func(*Q) device.Sum[P],
) (total P, err error) {
	for _, part := range parts {
		sum, err := of(part)()
		if err != nil {
			return total, err
		}
		g.Add(&total, &total, &sum)
	}
	return total, nil
}
