package protocol

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// factors are m and n of each commitment. See [links].
type factors[E any] [][2]E

// terms are the points of a group's wires in one MSM of the equation. Points at infinity are left
// out. Each point meets the value of a wire, times a number.
type terms[P, E comparable] struct {
	points  []P
	of      []int   // indices of the group's wires
	times   []int32 // indices of numbers
	numbers []E     // 1 and −1, which most are, and then the others
}

// byOne is the index of 1 among the numbers.
const byOne = 0

func newTerms[P, E comparable](f *curve.Field[E]) terms[P, E] {
	numbers := []E{f.One, f.One}
	f.Neg(&numbers[1], &f.One)
	return terms[P, E]{numbers: numbers}
}

// add adds a point, which meets the value of a wire times a number. Nil is infinity.
func (t *terms[P, E]) add(index int, point *P, times *E) {
	var infinity P
	if point != nil && *point != infinity {
		t.points, t.of = append(t.points, *point), append(t.of, index)
		t.times = append(t.times, t.number(times))
	}
}

// number returns the index of a number. Numbers come in runs of the same one.
func (t *terms[P, E]) number(of *E) int32 {
	last := len(t.numbers) - 1
	for _, i := range [...]int{byOne, 1, last} {
		if t.numbers[i] == *of {
			return int32(i)
		}
	}
	t.numbers = append(t.numbers, *of)
	return int32(last + 1)
}

func (t *terms[P, E]) grow(n int) {
	t.points, t.of = slices.Grow(t.points, n), slices.Grow(t.of, n)
	t.times = slices.Grow(t.times, n)
}

func (t *terms[P, E]) reverse() {
	slices.Reverse(t.points)
	slices.Reverse(t.of)
	slices.Reverse(t.times)
}

// scalars returns the scalar of each point, by the values of the group's wires.
func (t *terms[P, E]) scalars(f *curve.Field[E], values []E) []E {
	scalars := make([]E, len(t.of))
	poly.InBlocks(len(scalars), 1, func(from, to int, scratch [][]E) {
		block, numbers := scalars[from:to], scratch[0]
		for i := range block {
			block[i], numbers[i] = values[t.of[from+i]], t.numbers[t.times[from+i]]
		}
		f.Vectors.Mul(block, block, numbers)
	})
	return scalars
}

// maxOnCPU is the number of points up to which the CPU does an MSM. Up to it the CPU takes less
// time than a device takes to begin.
const maxOnCPU = 1 << 10

// sum returns the MSM over the wires of a group, which have these values. A device's MSM needs no
// check of its own: the equation does not hold if it is wrong.
func (t *terms[P, E]) sum(
	g *curve.Group[P, E], onDevice func([]P, []E) (P, error), values []E,
) (sum P, err error) {
	scalars := t.scalars(g.Scalars, values)
	defer clear(scalars)
	if len(t.points) > maxOnCPU {
		if sum, err = onDevice(t.points, scalars); err == nil {
			return sum, nil
		}
	}
	return sumOf(g, t.points, scalars)
}

// sumOfOne returns the sum over a single wire of value 1.
func (t *terms[P, E]) sumOfOne(g *curve.Group[P, E]) (P, error) {
	return sumOf(g, t.points, t.scalars(g.Scalars, []E{g.Scalars.One}))
}

// fewTerms are summed up one by one: most of their factors are 1 or −1, or short. A wire whose
// column has more terms has points made for it.
const fewTerms = 8

// sumOf has the CPU sum up points times numbers.
func sumOf[P any, E comparable](g *curve.Group[P, E], points []P, times []E) (sum P, err error) {
	if len(points) > fewTerms {
		_, err := g.MultiExp(&sum, points, times, ecc.MultiExpConfig{})
		return sum, err
	}
	for i := range points {
		switch plus, minus := unit(g.Scalars, &times[i]); {
		case plus:
			g.Add(&sum, &sum, &points[i])
		case minus:
			g.Sub(&sum, &sum, &points[i])
		default:
			product := g.Times(&points[i], &times[i])
			g.Add(&sum, &sum, &product)
		}
	}
	return sum, nil
}

func unit[E comparable](f *curve.Field[E], k *E) (plus, minus bool) {
	var negative E
	f.Neg(&negative, k)
	return *k == f.One, negative == f.One
}
