//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// The reduction weighs bucket b of each set by b + 1, however the buckets are shared out among the quads.
func TestReduction(t *testing.T) {
	d := testDevice(t)
	for _, g := range testGroups {
		for _, window := range []int{2, 3, 6, 7} {
			for _, sets := range []int{1, 3} {
				shape := Shape{Window: window, Windows: sets, Factor: 1, Sets: sets}
				for _, lines := range allLines(shape, g) {
					t.Run(fmt.Sprintf("%s/%d/%d/%d", g.name, window, sets, lines.ShareBits), func(t *testing.T) {
						testReduction(t, d, g, &Plan{Shape: shape, Vectors: 1, Lines: lines, LongestSpan: 1})
					})
				}
			}
		}
	}
}

// allLines are the ways to cut a shape's buckets that devices of some size or other have.
func allLines(s Shape, g testGroup) (all []Lines) {
	for multiprocessors := 1; multiprocessors <= 1<<10; multiprocessors *= 2 {
		p := &Plan{Shape: s, Vectors: 1}
		p.cutLines(PlanRequest{Group: g.group(), Multiprocessors: multiprocessors}, s.Buckets())
		if !slices.Contains(all, p.Lines) {
			all = append(all, p.Lines)
		}
	}
	return all
}

func testReduction(t *testing.T, d *device, g testGroup, p *Plan) {
	r := rand.New(rand.NewPCG(12, 13))
	words, want := drawBuckets(g, p, r)
	p.Layout = layoutOf(PlanRequest{Group: g.group(), DeviceScalars: true}, p, 0, 0, p.AllBuckets())
	m := &msm{group: g.group(), plan: p, lane: d.take()}
	defer d.put(m.lane)
	kernels, err := d.kernels.of(d.context, m.group)
	must(t, errors.Join(err, m.lane.prepare(), m.lane.reserve(p.Layout.Bytes), m.lane.reserveResults(m.resultBytes())))
	m.kernels = kernels
	must(t, m.do(func(t *driver.Thread) error {
		return errors.Join(
			t.CopyIn(m.at(p.Layout.Buckets), driver.Bytes(words), m.lane.compute),
			m.reduce(t),
			t.CopyOut(m.lane.results.Bytes()[:m.resultBytes()], m.at(p.Layout.Results), m.lane.compute),
			t.Synchronize(m.lane.compute))
	}))
	got, err := sumOfTerms(m.terms(0), g)
	must(t, err)
	if expected := (bigCurve{g.field}).timesBig(g.generator, want); !g.field.same(got, expected) {
		t.Errorf("another sum")
	}
}

// drawBuckets draws multiples of the generator, with many that are equal, opposite or infinity, and returns the multiple that their
// weighted sum is, with set s doubled as often as s windows are wide.
func drawBuckets(g testGroup, p *Plan, r *rand.Rand) (words []uint64, sum *big.Int) {
	c, w, size := bigCurve{g.field}, pointWriter{g, r}, coordinatesXYZZ*g.coordinateLimbs()
	multiples := []int64{0, 0, 1, -1, 2, 5, -7}
	words, sum = make([]uint64, p.Buckets()*size), new(big.Int)
	for b := range p.Buckets() {
		k := multiples[r.IntN(len(multiples))]
		point := c.times(g.generator, uint64(max(k, -k)))
		if k < 0 {
			point = c.negate(point)
		}
		w.xyzz(words[b*size:(b+1)*size], point)
		set, weight := b>>(p.Window-1), int64(b&(1<<(p.Window-1)-1)+1)
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(k*weight), uint(set*p.Window)))
	}
	return words, sum.Mod(sum, g.order)
}
