package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// The vectors of the key of a commitment.
const (
	basis = iota
	knowledge
)

// partOf returns the values that a device's share of a commitment's vector meets; all if it has
// no share, but the whole key.
func partOf[E any](s *share, commitment, vector int, values []E) []E {
	if s == nil {
		return values
	}
	over := s.commitments[commitment][vector]
	return values[over.from:over.to]
}

// committedOf returns the values that a device's share of the commitments' second vectors meets.
func (in *input[P1, P2, E]) committedOf(s *share) (parts [][]E) {
	for i, values := range in.committed {
		parts = append(parts, partOf(s, i, knowledge, values))
	}
	return parts
}

// sums are the multi-scalar multiplications of a proof, under way on one or several devices.
type sums[P1, P2, E any] struct {
	*Curve[P1, P2, E]
	parts  []*device.Sums[P1, P2, E]
	beyond *device.Coefficients[E] // of the quotient, which other devices than the first meet
}

// in1 returns a sum in G1 by its number, once all of its parts are known.
func (s *sums[P1, P2, E]) in1(number int) (P1, error) {
	return added(s.G1, s.parts, func(s *device.Sums[P1, P2, E]) device.Sum[P1] {
		return s.G1[number]
	})
}

// b2 is the sum over B in G2.
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

// wait waits for all sums.
func (s *sums[P1, P2, E]) wait() (err error) {
	for _, part := range s.parts {
		err = errors.Join(err, part.Wait())
	}
	return err
}

// close waits too, and frees the wires' memory on the devices.
func (s *sums[P1, P2, E]) close() {
	for _, part := range s.parts {
		attached.Leave(part)
	}
	s.beyond.Clear()
}

func added[P, E, Q any](
	g *algebra.Group[P, E], parts []*Q, of func(*Q) device.Sum[P],
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
