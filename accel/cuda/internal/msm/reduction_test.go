package msm

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// The reduction weighs bucket b of each set by b + 1. It does so however the quads share the
// buckets.
func TestReduction(t *testing.T) {
	d := testRunner(t)
	for _, g := range testGroups {
		for _, window := range []int{2, 3, 6, 7} {
			for _, sets := range []int{1, 3} {
				shape := plan.Shape{Window: window, Windows: sets, Factor: 1, Sets: sets}
				for _, lines := range allLines(shape, g) {
					name := fmt.Sprintf("%s/%d/%d/%d", g.name, window, sets, lines.ShareBits)
					t.Run(name, func(t *testing.T) {
						testReduction(t, d, g, &plan.Plan{
							Shape: shape, Vectors: 1, Lines: lines, LongestSpan: 1,
						})
					})
				}
			}
		}
	}
}

// allLines are the ways to cut a shape's buckets that devices of some size or other have.
func allLines(s plan.Shape, g testGroup) (all []plan.Lines) {
	for multiprocessors := 1; multiprocessors <= 1<<10; multiprocessors *= 2 {
		r := plan.Request{Group: g.group(), Multiprocessors: multiprocessors}
		if lines := plan.LinesOf(r, s.Window, s.Buckets()); !slices.Contains(all, lines) {
			all = append(all, lines)
		}
	}
	return all
}

func testReduction(t *testing.T, d *Runner, g testGroup, p *plan.Plan) {
	r := rand.New(rand.NewPCG(12, 13))
	words, want := drawBuckets(g, p, r)
	p.Layout = reductionLayout(g.group(), p)
	m := &msm{group: g.group(), plan: p, slot: d.acquire()}
	defer d.release(m.slot)
	var err error
	m.functions, err = d.functionsOf(m.group)
	cudatest.Must(t, errors.Join(err, m.slot.prepare(),
		m.slot.reserve(p.Layout.Bytes), m.slot.reserveResults(m.resultBytes())))
	m.bytes = m.slot.results.Bytes()[:m.resultBytes()]
	cudatest.Must(t, m.slot.queue(func(q *driver.Queue) {
		q.CopyIn(m.at(p.Layout.Buckets), raw.Bytes(words))
		m.reduce(q)
		q.CopyOut(m.bytes, m.at(p.Layout.Results))
	}))
	cudatest.Must(t, m.slot.finish())
	got, err := sumOfTerms(m.terms(0), g)
	cudatest.Must(t, err)
	if expected := (bigCurve{g.field}).timesBig(g.generator, want); !g.field.same(got, expected) {
		t.Errorf("another sum")
	}
}

// reductionLayout places the buffers of the reduction, one after the other.
func reductionLayout(g *plan.Group, p *plan.Plan) (l plan.Layout) {
	place := func(points int) uint64 {
		at := l.Bytes
		l.Bytes += uint64(points * plan.CoordinatesXYZZ * 8 * g.CoordinateLimbs)
		return at
	}
	l.Buckets = place(p.AllBuckets())
	l.Rows, l.Columns = place(p.AllSets()<<p.RowBits), place(p.AllSets()<<p.ColumnBits)
	l.Results = place(p.Results())
	return l
}

// drawBuckets draws multiples of the generator, many of them equal, opposite or infinity. It
// returns the multiple that their weighted sum is, with set s doubled as often as s windows are
// wide.
func drawBuckets(g testGroup, p *plan.Plan, r *rand.Rand) (words []uint64, sum *big.Int) {
	c, w, size := bigCurve{g.field}, pointWriter{g, r}, plan.CoordinatesXYZZ*g.coordinateLimbs()
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
