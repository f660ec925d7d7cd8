package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
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

// part returns the input of a device that has a share of the key.
func (in *input[P1, P2, E]) part(s *share) *input[P1, P2, E] {
	part := *in
	part.committed = nil
	for i, values := range in.committed {
		part.committed = append(part.committed, partOf(s, i, knowledge, values))
	}
	return &part
}

func addSums[P1, P2, E any](c *Curve[P1, P2, E], parts []*sums[P1, P2]) *sums[P1, P2] {
	in1 := func(of func(*sums[P1, P2]) device.Sum[P1]) device.Sum[P1] {
		return added(c.G1, parts, of)
	}
	all := &sums[P1, P2]{
		a:  in1(func(s *sums[P1, P2]) device.Sum[P1] { return s.a }),
		b:  in1(func(s *sums[P1, P2]) device.Sum[P1] { return s.b }),
		k:  in1(func(s *sums[P1, P2]) device.Sum[P1] { return s.k }),
		z:  in1(func(s *sums[P1, P2]) device.Sum[P1] { return s.z }),
		b2: added(c.G2, parts, func(s *sums[P1, P2]) device.Sum[P2] { return s.b2 }),
		wait: func() (err error) {
			for _, s := range parts {
				err = errors.Join(err, s.wait())
			}
			return err
		},
	}
	for i := range parts[0].knowledge {
		all.knowledge = append(all.knowledge,
			in1(func(s *sums[P1, P2]) device.Sum[P1] { return s.knowledge[i] }))
	}
	return all
}

func added[P, E, Q any](
	g *algebra.Group[P, E], parts []*Q, of func(*Q) device.Sum[P],
) device.Sum[P] {
	return func() (total P, err error) {
		for _, part := range parts {
			sum, err := of(part)()
			if err != nil {
				return total, err
			}
			g.Add(&total, &total, &sum)
		}
		return total, nil
	}
}
