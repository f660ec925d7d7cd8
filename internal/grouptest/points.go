package grouptest

import (
	"math/big"
	"math/rand/v2"

	"github.com/consensys/gnark-crypto/ecc"
)

// points are points whose discrete logarithms are known, so that any MSM over them is one
// multiplication.
type points[P, E any] struct {
	points []P
	logs   []E
}

// slice returns the points [from, to).
func (p points[P, E]) slice(from, to int) points[P, E] {
	return points[P, E]{p.points[from:to], p.logs[from:to]}
}

// family is one of the families of points that MSMs are tested with.
type family[E any] struct {
	name string
	log  func(i int, rng *rand.Rand) E // the discrete logarithm of the i-th point
}

// hostilePoints returns all families; the last one mixes the others.
func (g *Group[P, E, A, S]) hostilePoints() []family[E] {
	five, minusFive := element[E, S](5), minus[E, S](element[E, S](5))
	return []family[E]{
		{"distinct", distinct[E, S]},
		{"equal", func(int, *rand.Rand) E { return five }},
		{"opposite", func(i int, _ *rand.Rand) E { // P, −P, P, −P, …
			if i%2 == 0 {
				return five
			}
			return minusFive
		}},
		{"infinity", func(int, *rand.Rand) (zero E) { return zero }},
		{"mixed", func(i int, rng *rand.Rand) (zero E) {
			switch rng.IntN(8) {
			case 0:
				return zero
			case 1:
				return five
			case 2:
				return minusFive
			case 3:
				return minus[E, S](element[E, S](uint64(i)))
			default:
				return distinct[E, S](i, nil)
			}
		}},
	}
}

func distinct[E any, S Scalar[E]](i int, _ *rand.Rand) E { return element[E, S](uint64(i + 1)) }

// distinct returns n distinct points.
func (g *Group[P, E, A, S]) distinct(n int) points[P, E] { return g.points(n, distinct[E, S], nil) }

// mixed returns n points of all kinds.
func (g *Group[P, E, A, S]) mixed(n int, rng *rand.Rand) points[P, E] {
	families := g.hostilePoints()
	return g.points(n, families[len(families)-1].log, rng)
}

// points returns n points with the logarithms given.
func (g *Group[P, E, A, S]) points(n int, log func(int, *rand.Rand) E,
	rng *rand.Rand) points[P, E] {
	p := points[P, E]{make([]P, n), make([]E, n)}
	for i := range p.points {
		p.logs[i] = log(i, rng)
		p.points[i] = g.fromLog(p.logs[i])
	}
	return p
}

// fromLog returns k·G.
func (g *Group[P, E, A, S]) fromLog(k E) (p P) {
	if !S(&k).IsZero() {
		A(&p).ScalarMultiplicationBase(S(&k).BigInt(new(big.Int)))
	}
	return p
}

// sum returns Σ scalars[i]·p.points[i] without any MSM: it multiplies the generator once.
func (g *Group[P, E, A, S]) sum(p points[P, E], scalars []E) P {
	var log, product E
	for i := range scalars {
		S(&log).Add(&log, S(&product).Mul(&scalars[i], &p.logs[i]))
	}
	return g.fromLog(log)
}

// reference returns gnark-crypto's sum.
func (g *Group[P, E, A, S]) reference(points []P, scalars []E,
	config ecc.MultiExpConfig) (*P, error) {
	return A(new(P)).MultiExp(points, scalars, config)
}
