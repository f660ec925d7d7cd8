package protocol

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// factors are m and n of each commitment. See [links].
type factors[E any] [][2]E

// terms are the points of a group's wires in one MSM of the equation. Points at infinity are left
// out. Each point meets the value of a wire, times a number.
type terms[P, E comparable, S algebra.Scalar[E]] struct {
	points  []P
	of      []int   // indices of the group's wires
	times   []int32 // indices of numbers
	numbers []E     // 1 and −1, which most are, and then the others
}

// byOne is the index of 1 among the numbers.
const byOne = 0

// add adds a point, which meets the value of a wire times a number. Nil is infinity.
func (t *terms[P, E, S]) add(index int, point *P, times *E) {
	var infinity P
	if point != nil && *point != infinity {
		t.points, t.of = append(t.points, *point), append(t.of, index)
		t.times = append(t.times, t.number(times))
	}
}

// number returns the index of a number. Numbers come in runs of the same one.
func (t *terms[P, E, S]) number(of *E) int32 {
	if t.numbers == nil {
		one := algebra.One[E, S]()
		t.numbers = []E{one, one}
		S(&t.numbers[1]).Neg(&one)
	}
	last := len(t.numbers) - 1
	for _, i := range [...]int{byOne, 1, last} {
		if t.numbers[i] == *of {
			return int32(i)
		}
	}
	t.numbers = append(t.numbers, *of)
	return int32(last + 1)
}

func (t *terms[P, E, S]) grow(n int) {
	t.points, t.of = slices.Grow(t.points, n), slices.Grow(t.of, n)
	t.times = slices.Grow(t.times, n)
}

func (t *terms[P, E, S]) reverse() {
	slices.Reverse(t.points)
	slices.Reverse(t.of)
	slices.Reverse(t.times)
}

// scalars returns the scalar of each point, by the values of the group's wires.
func (t *terms[P, E, S]) scalars(values []E) []E {
	scalars := make([]E, len(t.of))
	parallel.Chunks(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			if scalars[i] = values[t.of[i]]; t.times[i] != byOne {
				S(&scalars[i]).Mul(&scalars[i], &t.numbers[t.times[i]])
			}
		}
	})
	return scalars
}

// maxOnCPU is the number of points up to which the CPU does an MSM. Up to it the CPU takes less
// time than a device takes to begin.
const maxOnCPU = 1 << 10

// sum returns the MSM over the wires of a group, which have these values. A device's MSM needs no
// check of its own: the equation does not hold if it is wrong.
func (t *terms[P, E, S]) sum(
	g *algebra.Group[P, E], onDevice func([]P, []E) (P, error), values []E,
) (sum P, err error) {
	scalars := t.scalars(values)
	defer clear(scalars)
	if len(t.points) > maxOnCPU {
		if sum, err = onDevice(t.points, scalars); err == nil {
			return sum, nil
		}
	}
	return sumOf[P, E, S](g, t.points, scalars)
}

// combined returns the sum over a single wire of value 1.
func (t *terms[P, E, S]) combined(g *algebra.Group[P, E]) (P, error) {
	return sumOf[P, E, S](g, t.points, t.scalars([]E{algebra.One[E, S]()}))
}

// fewTerms are summed up one by one: most of their factors are 1 or −1, or short. A wire whose
// column has more terms has points made for it.
const fewTerms = 8

// sumOf has the CPU sum up points times numbers.
func sumOf[P any, E comparable, S algebra.Scalar[E]](
	g *algebra.Group[P, E], points []P, times []E,
) (sum P, err error) {
	if len(points) > fewTerms {
		_, err := g.MultiExp(&sum, points, times, ecc.MultiExpConfig{})
		return sum, err
	}
	for i := range points {
		switch plus, minus := unit[E, S](&times[i]); {
		case plus:
			g.Add(&sum, &sum, &points[i])
		case minus:
			g.Sub(&sum, &sum, &points[i])
		default:
			product := algebra.Times[P, E, S](g, &points[i], &times[i])
			g.Add(&sum, &sum, &product)
		}
	}
	return sum, nil
}

func unit[E comparable, S algebra.Scalar[E]](k *E) (plus, minus bool) {
	one := algebra.One[E, S]()
	var negative E
	S(&negative).Neg(k)
	return *k == one, negative == one
}
