package protocol

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
)

type sumOf[P, E any] struct {
	points []P
	times  []E
}

// add adds a point. It may be nil, for infinity.
func (s *sumOf[P, E]) add(point *P, times E) {
	if point != nil {
		s.points, s.times = append(s.points, *point), append(s.times, times)
	}
}

// fewTerms are summed up one by one: most of their factors are 1 or −1, or short.
const fewTerms = 8

func setSum[P any, E comparable, S algebra.Scalar[E]](
	g *algebra.Group[P, E], sum *P, of *sumOf[P, E], c ecc.MultiExpConfig,
) error {
	if len(of.points) > fewTerms {
		_, err := g.MultiExp(sum, of.points, of.times, c)
		return err
	}
	for i := range of.points {
		switch plus, minus := unit[E, S](&of.times[i]); {
		case plus:
			g.Add(sum, sum, &of.points[i])
		case minus:
			g.Sub(sum, sum, &of.points[i])
		default:
			product := algebra.Times[P, E, S](g, &of.points[i], &of.times[i])
			g.Add(sum, sum, &product)
		}
	}
	return nil
}

func unit[E comparable, S algebra.Scalar[E]](k *E) (plus, minus bool) {
	one := field.One[E, S]()
	var negative E
	S(&negative).Neg(k)
	return *k == one, negative == one
}
