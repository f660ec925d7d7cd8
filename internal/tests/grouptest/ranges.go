package grouptest

import (
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
	"github.com/gnark-accel/gnark-accel/internal/tests/testlog"
)

// Ranges computes over ranges of bases with all, no and few multiples.
func (g *Group[P, E, A, S]) Ranges(t *testing.T) {
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
			if g.want(t, got, err, g.sum(p.slice(r[0], r[1]), scalars)); t.Failed() {
				t.Fatalf("%d multiples, range %v", precompute, r)
			}
		}
	}
}

// Windows computes with fixed widths of the windows.
func (g *Group[P, E, A, S]) Windows(t *testing.T) {
	g.skipRepeated(t)
	devicetest.Require(t)
	const n = 200
	p := g.mixed(n, sample.NewRand(5))
	windows := []int{8}
	if g.thorough() {
		windows = []int{2, 3, 8, 11}
	}
	for _, window := range windows {
		for _, factor := range []int{1, 3} {
			t.Run(fmt.Sprintf("%d bits, factor %d", window, factor), func(t *testing.T) {
				book := new(testlog.Book)
				_, m := g.open(t, accel.WithWindow(window),
					accel.WithPrecompute(accel.PrecomputeFactor(factor)),
					accel.WithLogger(book.Logger()))
				bases := g.load(t, m, p.points)
				for _, distribution := range sample.Hostile[E, S]() {
					if !g.thorough() && distribution.Name != "carries" {
						continue
					}
					scalars := distribution.Scalars(n, sample.NewRand(6))
					got, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
					if g.want(t, got, err, g.sum(p, scalars)); t.Failed() {
						t.Fatal(distribution.Name)
					}
				}
				for _, line := range book.Lines(t, "msm done") {
					if factor == 1 && line["window"] != float64(window) {
						t.Errorf("the window was %v", line["window"])
					}
				}
			})
		}
	}
}
