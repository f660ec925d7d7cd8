package grouptest

import (
	"math/big"
	"math/rand/v2"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// points are points whose discrete logarithms are known. So any MSM over them is one
// multiplication.
type points[P, E any] struct {
	points []P
	logs   []E
}

// slice returns the points [from, to).
func (p points[P, E]) slice(from, to int) points[P, E] {
	return points[P, E]{p.points[from:to], p.logs[from:to]}
}

// hostilePoints returns the distributions of the logarithms; the last one mixes the others.
func (g *Group[P, E, A]) hostilePoints() []sample.Distribution[E] {
	five := g.Host.Scalars.Number(5)
	minusFive := sample.Minus(g.Host.Scalars, five)
	return []sample.Distribution[E]{
		{Name: "distinct", Scalar: g.distinctLog},
		{Name: "equal", Scalar: func(int, *rand.Rand) E { return five }},
		{Name: "opposite", Scalar: func(i int, _ *rand.Rand) E { // P, −P, P, −P, …
			if i%2 == 0 {
				return five
			}
			return minusFive
		}},
		{Name: "infinity", Scalar: func(int, *rand.Rand) (zero E) { return zero }},
		{Name: "mixed", Scalar: func(i int, rng *rand.Rand) (zero E) {
			switch rng.IntN(8) {
			case 0:
				return zero
			case 1:
				return five
			case 2:
				return minusFive
			case 3:
				return sample.Minus(g.Host.Scalars, g.Host.Scalars.Number(uint64(i)))
			default:
				return g.distinctLog(i, nil)
			}
		}},
	}
}

// distinctLog is the logarithm of the i-th distinct point.
func (g *Group[P, E, A]) distinctLog(i int, _ *rand.Rand) E {
	return g.Host.Scalars.Number(uint64(i + 1))
}

// distinct returns n distinct points.
func (g *Group[P, E, A]) distinct(n int) points[P, E] { return g.points(n, g.distinctLog, nil) }

// mixed returns n points of all kinds.
func (g *Group[P, E, A]) mixed(n int, rng *rand.Rand) points[P, E] {
	families := g.hostilePoints()
	return g.points(n, families[len(families)-1].Scalar, rng)
}

// points returns n points with the logarithms given.
func (g *Group[P, E, A]) points(n int, log func(int, *rand.Rand) E,
	rng *rand.Rand) points[P, E] {
	p := points[P, E]{make([]P, n), make([]E, n)}
	for i := range p.points {
		p.logs[i] = log(i, rng)
		p.points[i] = g.fromLog(p.logs[i])
	}
	return p
}

// fromLog returns k·G.
func (g *Group[P, E, A]) fromLog(k E) (p P) {
	if !g.Host.Scalars.IsZero(&k) {
		A(&p).ScalarMultiplicationBase(g.Host.Scalars.BigInt(&k, new(big.Int)))
	}
	return p
}

// expected returns the MSM Σ scalars[i]·p.points[i]. It multiplies the generator once.
func (g *Group[P, E, A]) expected(p points[P, E], scalars []E) P {
	var log, product E
	for i := range scalars {
		g.Host.Scalars.Add(&log, &log, g.Host.Scalars.Mul(&product, &scalars[i], &p.logs[i]))
	}
	return g.fromLog(log)
}

// reference returns gnark-crypto's sum.
func (g *Group[P, E, A]) reference(points []P, scalars []E,
	config ecc.MultiExpConfig) (*P, error) {
	return A(new(P)).MultiExp(points, scalars, config)
}

// uniform returns n uniform scalars.
func (g *Group[P, E, A]) uniform(n int, rng *rand.Rand) []E {
	return sample.Hostile(g.Host.Scalars)[0].Scalars(n, rng)
}
