package protocol

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// factors are m and n of each commitment. See [links].
type factors[E any] [][2]E

// byOne is the number of the factor 1; those of commitments follow.
const byOne = 0

func (f factors[E]) number(n int32) *E { return &f[(n-1)/2][(n-1)%2] }

// terms are the points that the wires of a group have in one of the equation's sums, other than
// infinity.
type terms[P, E comparable, S algebra.Scalar[E]] struct {
	points []P
	of     []int   // indices of the group's wires
	times  []int32 // numbers of factors that multiply the values of these
}

// add adds a point that meets the value of a wire, times the factor with a number.
func (t *terms[P, E, S]) add(index int, point P, times int32) {
	var infinity P
	if point != infinity {
		t.points, t.of = append(t.points, point), append(t.of, index)
		t.times = append(t.times, times)
	}
}

func (t *terms[P, E, S]) reverse() {
	slices.Reverse(t.points)
	slices.Reverse(t.of)
	slices.Reverse(t.times)
}

// mostOnCPU points are summed up by the CPU, in less time than a device takes to begin.
const mostOnCPU = 1 << 10

// sum returns the sum over the wires of a group, which have these values. The sum of a device needs
// no check of its own: the equation does not hold if it is wrong.
func (t *terms[P, E, S]) sum(
	g *algebra.Group[P, E], onDevice func([]P, []E) (P, error), values []E, by factors[E],
) (sum P, err error) {
	scalars := make([]E, len(t.of))
	defer clear(scalars)
	parallel.Chunks(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			if scalars[i] = values[t.of[i]]; t.times[i] != byOne {
				S(&scalars[i]).Mul(&scalars[i], by.number(t.times[i]))
			}
		}
	})
	if len(t.points) > mostOnCPU {
		if sum, err = onDevice(t.points, scalars); err == nil {
			return sum, nil
		}
	}
	return sum, setSum[P, E, S](g, &sum, &sumOf[P, E]{t.points, scalars}, ecc.MultiExpConfig{})
}

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
