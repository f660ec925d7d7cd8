package grouptest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// Ranges computes over ranges of bases with all, no and few multiples.
func (g *Group[P, E, A]) Ranges(t *testing.T) {
	g.skipRepeated(t)
	for _, precompute := range []accel.Precompute{accel.PrecomputeAuto, accel.PrecomputeNone,
		accel.PrecomputeFactor(3)} {
		_, m := g.open(t, accel.WithPrecompute(precompute))
		const n = 300
		p := g.mixed(n, sample.NewRand(4))
		bases := g.load(t, m, p.points)
		ranges := [][2]int{{0, n}, {0, 0}, {n, n}, {0, 1}, {n - 1, n}, {1, n},
			{0, n - 1}, {31, 65}, {100, 101}, {77, 300}}
		if !g.thorough() {
			ranges = ranges[6:]
		}
		for _, r := range ranges {
			scalars := g.uniform(r[1]-r[0], sample.NewRand(uint64(r[0])))
			got, err := bases.MultiExpRange(r[0], scalars, ecc.MultiExpConfig{})
			if g.want(t, got, err, g.expected(p.slice(r[0], r[1]), scalars)); t.Failed() {
				t.Fatalf("%d multiples, range %v", precompute, r)
			}
		}
	}
}
