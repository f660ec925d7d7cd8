package msm

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/cudatest"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// A round of batch-affine additions sums the entries of each bucket, two by two. The bucket's slots
// hold the sums, and infinity where they are left over.
func TestPairs(t *testing.T) {
	d := testRunner(t)
	for _, g := range testGroups {
		if !plan.HasBatchAffine(g.group()) {
			continue // not compiled
		}
		for _, each := range []int{1, 3, 32} {
			t.Run(fmt.Sprintf("%s/%d", g.name, each), func(t *testing.T) {
				testPairs(t, d, g, each)
			})
		}
	}
}

// pairCase is the input of a round. For each bucket it has the points that the entries stand for,
// and the entries that name them.
type pairCase struct {
	points  []affinePoint
	buckets [][]pairEntry
}

type pairEntry struct {
	point    int
	negative bool
}

func (e pairEntry) value() uint32 {
	if e.negative {
		return uint32(e.point) | 1<<31
	}
	return uint32(e.point)
}

// newPairCase has all pairs of hostile points, with all signs, in buckets of their own. It has
// buckets of other sizes as well.
func newPairCase(c bigCurve, g testGroup) pairCase {
	r := rand.New(rand.NewPCG(8, 9))
	p, q := c.times(g.generator, r.Uint64()), c.times(g.generator, r.Uint64())
	points := []affinePoint{{}, p, q, c.negate(p), c.plus(p, p), g.generator}
	k := len(points)
	all := pairCase{points: points}
	for i := range 4 * k * k {
		all.buckets = append(all.buckets, []pairEntry{
			{i % k, i/(k*k)%2 == 1}, {i / k % k, i/(2*k*k)%2 == 1},
		})
	}
	for i, size := range []int{0, 0, 1, 3, 0, 5, 8, 1, 13, 0, 0, 0, 2, 4, 1, 0} {
		var entries []pairEntry
		for j := range size {
			entries = append(entries, pairEntry{(i + j*j) % k, r.IntN(2) == 1})
		}
		all.buckets = append(all.buckets, entries)
	}
	return all
}

// signed is the point that an entry stands for.
func (all pairCase) signed(c bigCurve, e pairEntry) affinePoint {
	if p := all.points[e.point]; e.negative && !p.infinity() {
		return c.negate(p)
	}
	return all.points[e.point]
}

// flat lays the entries one behind the other. It returns where each bucket starts, the entries, and
// the points themselves.
func (all pairCase) flat(c bigCurve) (starts, values []uint32, inOrder []affinePoint) {
	for _, entries := range all.buckets {
		starts = append(starts, uint32(len(values)))
		for _, e := range entries {
			values, inOrder = append(values, e.value()), append(inOrder, all.signed(c, e))
		}
	}
	return append(starts, uint32(len(values))), values, inOrder
}

// check compares the slots of each bucket with the sums of its entries, two by two.
func (all pairCase) check(g testGroup, next []uint32, got func(slot int) []uint64) error {
	c := bigCurve{g.field}
	for b, entries := range all.buckets {
		for slot := range int(next[b+1] - next[b]) {
			var want affinePoint
			for _, e := range entries[min(2*slot, len(entries)):min(2*slot+2, len(entries))] {
				want = c.plus(want, all.signed(c, e))
			}
			if err := sameAffine(got(int(next[b])+slot), want, g); err != nil {
				return fmt.Errorf("bucket %d of %v, slot %d: %w", b, entries, slot, err)
			}
		}
	}
	return nil
}

func testPairs(t *testing.T, d *Runner, g testGroup, each int) {
	c, group, words := bigCurve{g.field}, g.group(), 2*g.coordinateLimbs()
	all := newPairCase(c, g)
	starts, values, inOrder := all.flat(c)
	next := nextStarts(t, d, g, starts)
	slots := int(next[len(next)-1])
	pair := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_batch_affine_add")
	threads := plan.BatchAffine(g.group()).Block
	for _, places := range []plan.Places{
		group.Packed(), group.Planes(len(inOrder) + 3), // more than there are
	} {
		for _, in := range []pairInput{
			{"bases", all.points, values}, {"points in order", inOrder, nil},
		} {
			pairs := slotPairs(t, d, g, starts, next, in.values)
			inputs := [][]uint64{affineWords(g, in.points, places), packed(next), pairs}
			out := cudatest.Run(t, d.device.Context, pair, cudatest.Launch{
				Blocks: plan.CeilDiv(slots, threads*each), Threads: threads, Inputs: inputs,
				Output: affineWord(places, slots-1, words-1, words) + 1,
			},
				func(in []driver.Ptr, out driver.Ptr) batchAffineArgs {
					return batchAffineArgs{
						from: in[0], toStart: in[1], pairs: in[2], to: out,
						fromPlaces: placesArgs(places), toPlaces: placesArgs(places),
						buckets: uint32(len(all.buckets)), each: uint32(each),
					}
				})
			err := all.check(g, next, func(slot int) []uint64 {
				return affineAt(out, g, places, slot)
			})
			if err != nil {
				t.Fatalf("%s, %+v: %v", in.name, places, err)
			}
		}
	}
}

// pairInput are points, and the entries that name them, if any.
type pairInput struct {
	name   string
	points []affinePoint
	values []uint32
}

// nextStarts are the starts that the kernel computes, and leave room for half of each bucket.
func nextStarts(t *testing.T, d *Runner, g testGroup, starts []uint32) []uint32 {
	buckets := len(starts) - 1
	kernel := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_batch_affine_starts")
	out := cudatest.Run(t, d.device.Context, kernel, cudatest.Launch{
		Blocks: plan.CeilDiv(buckets+1, kernels.PairsThreads), Threads: kernels.PairsThreads,
		Inputs: [][]uint64{packed(starts)}, Output: len(packed(starts)),
	},
		func(in []driver.Ptr, out driver.Ptr) batchAffineArgs {
			return batchAffineArgs{fromStart: in[0], toStart: out, buckets: uint32(buckets)}
		})
	next := raw.View[uint32](raw.Bytes(out))[:buckets+1]
	for b := range buckets {
		half := (starts[b+1] - starts[b] + 1) / 2
		if next[b+1]-next[b] < half || next[b+1]-next[b] > half+1 {
			t.Fatalf("bucket %d of %d entries gets %d slots",
				b, starts[b+1]-starts[b], next[b+1]-next[b])
		}
	}
	return next
}

// slotPairs are the two entries of each slot that the kernel finds.
func slotPairs(t *testing.T, d *Runner, g testGroup, starts, next, values []uint32) []uint64 {
	buckets, slots := len(starts)-1, int(next[len(next)-1])
	kernel := cudatest.Kernel(t, d.device.Context, g.images, g.name+"_batch_affine_pairs")
	inputs := [][]uint64{packed(starts), packed(next)}
	if values != nil {
		inputs = append(inputs, packed(values))
	}
	return cudatest.Run(t, d.device.Context, kernel, cudatest.Launch{
		Blocks:  plan.CeilDiv(slots, kernels.PairsThreads*kernels.PairsEach),
		Threads: kernels.PairsThreads, Inputs: inputs, Output: slots,
	},
		func(in []driver.Ptr, out driver.Ptr) batchAffineArgs {
			args := batchAffineArgs{
				fromStart: in[0], toStart: in[1], pairs: out, buckets: uint32(buckets),
			}
			if len(in) > 2 {
				args.values = in[2]
			}
			return args
		})
}

// packed lays words of 32 bits side by side in words of 64.
func packed(words []uint32) []uint64 {
	to := make([]uint64, (len(words)+1)/2)
	copy(raw.View[uint32](raw.Bytes(to)), words)
	return to
}

// affineWords lays points out.
func affineWords(g testGroup, points []affinePoint, places plan.Places) []uint64 {
	point := make([]uint64, 2*g.coordinateLimbs())
	w := pointWriter{testGroup: g}
	to := make([]uint64, affineWord(places, len(points)-1, len(point)-1, len(point))+1)
	for i, p := range points {
		clear(point)
		w.affine(point, p)
		for j, word := range point {
			to[affineWord(places, i, j, len(point))] = word
		}
	}
	return to
}

// affineWord is where word j of point i lies, of so many words.
func affineWord(places plan.Places, i, j, words int) int {
	coordinate, j := j/(words/2), j%(words/2)
	at := i*int(places.Point) + coordinate*int(places.Y) + j/2*int(places.Word)
	return 2*at + j%2
}

func affineAt(from []uint64, g testGroup, places plan.Places, i int) []uint64 {
	point := make([]uint64, 2*g.coordinateLimbs())
	for j := range point {
		point[j] = from[affineWord(places, i, j, len(point))]
	}
	return point
}

// sameAffine compares a point of the kernel with the expected one, and checks that it is reduced.
func sameAffine(got []uint64, want affinePoint, g testGroup) error {
	words := g.coordinateLimbs()
	to := make([]uint64, len(got))
	pointWriter{testGroup: g}.affine(to, want)
	for i := range to {
		if got[i] != to[i] {
			return fmt.Errorf("%x, %x; want %x, %x",
				got[:words], got[words:], to[:words], to[words:])
		}
	}
	return nil
}

// These are whole sums with rounds of batch-affine additions. Points are equal, opposite or
// infinity, and scalars are equal or extreme.
func TestSumsWithBatchAffineAdditions(t *testing.T) {
	d, tuning := testRunner(t), plan.Hopper
	tuning.RoundSlots = 1
	d.device.Tuning = &tuning
	for i, g := range testGroups {
		if plan.HasBatchAffine(g.group()) {
			sizes := []int{1, 2, 33, 200}
			if testing.Short() && i > 0 {
				sizes = []int{33}
			}
			for _, n := range sizes {
				t.Run(fmt.Sprintf("%s/%d", g.name, n), func(t *testing.T) {
					const window = 6 // so narrow that all buckets have pairs
					testSum(t, d, g, n, window, func(p *plan.Plan) {
						if n > 100 && len(p.Rounds[0]) < 2 {
							t.Errorf("no rounds of batch-affine additions: %+v", p)
						}
					})
				})
			}
		}
	}
}

// drawSum draws n multiples of the generator, and scalars in Montgomery form. Many points are
// equal, opposite or infinity. It returns the multiple that their sum is.
func drawSum(
	g testGroup, n int, r *rand.Rand,
) (points []affinePoint, scalars []uint64, sum *big.Int) {
	c, radix := bigCurve{g.field}, cudatest.MontgomeryRadix(g.scalarLimbs)
	multiples := []int64{0, 1, -1, 5, 2, -7, 1, 3}
	multiplied := make([]affinePoint, len(multiples))
	for i, k := range multiples {
		multiplied[i] = c.times(g.generator, uint64(max(k, -k)))
		if k < 0 {
			multiplied[i] = c.negate(multiplied[i])
		}
	}
	points, scalars, sum = make([]affinePoint, n), make([]uint64, n*g.scalarLimbs), new(big.Int)
	for i := range n {
		drawn := r.IntN(len(multiples))
		points[i] = multiplied[drawn]
		k := multiples[drawn]
		s := []*big.Int{
			new(big.Int), big.NewInt(1), new(big.Int).Sub(g.order, big.NewInt(1)),
			big.NewInt(77), randomBelow(r, g.order),
		}[r.IntN(5)]
		sum.Add(sum, new(big.Int).Mul(s, big.NewInt(k)))
		cudatest.PutLimbs(scalars[i*g.scalarLimbs:(i+1)*g.scalarLimbs],
			new(big.Int).Mod(new(big.Int).Mul(s, radix), g.order))
	}
	return points, scalars, sum.Mod(sum, g.order)
}

// testBases loads points, which are closed with the test.
func testBases(t *testing.T, r *Runner, g testGroup, points []affinePoint) *Bases {
	t.Helper()
	packed := raw.Bytes(affineWords(g, points, g.group().Packed()))
	bases, err := r.Load(g.group(), len(points), packed, 0, 0)
	cudatest.Must(t, err)
	cudatest.Must(t, r.Multiply(bases))
	t.Cleanup(func() { cudatest.Must(t, bases.runner.Free(bases)) })
	return bases
}

// sumOver returns the sum over the first bases.
func sumOver(t *testing.T, b *Bases, scalars []byte) *Result {
	t.Helper()
	results, err := b.runner.MultiExp(b, 0, [][]byte{scalars})
	cudatest.Must(t, err)
	return results[0]
}

// checkSum compares a result with a multiple of the generator.
func checkSum(t *testing.T, g testGroup, r *Result, multiple *big.Int) {
	t.Helper()
	got, err := sumOfTerms(r.Terms, g)
	cudatest.Must(t, err)
	want := bigCurve{g.field}.timesBig(g.generator, multiple)
	if !g.field.same(got, want) {
		t.Errorf("another sum: window %d, factor %d", r.Report.Window, r.Report.Factor)
	}
}

// sameSums compares two results.
func sameSums(t *testing.T, g testGroup, a, b *Result) {
	t.Helper()
	first, err := sumOfTerms(a.Terms, g)
	cudatest.Must(t, err)
	second, err := sumOfTerms(b.Terms, g)
	cudatest.Must(t, err)
	if !g.field.same(first, second) {
		t.Error("different sums")
	}
}

// testSum compares a sum of n points with the right one, and has the plan checked.
func testSum(t *testing.T, r *Runner, g testGroup, n, window int, check func(p *plan.Plan)) {
	points, scalars, sum := drawSum(g, n, rand.New(rand.NewPCG(10, 11)))
	usual := r.device.Window
	r.device.Window = window
	defer func() { r.device.Window = usual }()
	packed := raw.Bytes(affineWords(g, points, g.group().Packed()))
	bases, err := r.Load(g.group(), len(points), packed, 0, 0)
	cudatest.Must(t, err)
	cudatest.Must(t, r.Multiply(bases))
	defer func() { _ = bases.runner.Free(bases) }()
	p, err := plan.Make(plan.Request{
		Group: g.group(), Shape: bases.shape, Points: n,
		Memory: r.device.Memory.Now().SlotShare(), Multiprocessors: r.device.Multiprocessors,
		Tuning: r.device.Tuning,
	})
	cudatest.Must(t, err)
	check(p)
	checkSum(t, g, sumOver(t, bases, raw.Bytes(scalars)), sum)
}

// sumOfTerms does the doublings that are left to the host, by Horner's rule.
func sumOfTerms(terms []Term, g testGroup) (sum affinePoint, err error) {
	c := bigCurve{g.field}
	for i, term := range terms {
		p, err := fromXYZZ(term.Point, g)
		if err != nil {
			return sum, err
		}
		sum = c.plus(sum, p)
		next := 0
		if i+1 < len(terms) {
			next = terms[i+1].Shift
		}
		for range term.Shift - next {
			sum = c.plus(sum, sum)
		}
	}
	return sum, nil
}

func randomBelow(r *rand.Rand, bound *big.Int) *big.Int {
	v := new(big.Int)
	for range (bound.BitLen() + 63) / 64 {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
	}
	return v.Mod(v, bound)
}

// timesBig is k·a, by doubling and adding.
func (c bigCurve) timesBig(a affinePoint, k *big.Int) affinePoint {
	var sum affinePoint
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = c.plus(sum, sum)
		if k.Bit(i) == 1 {
			sum = c.plus(sum, a)
		}
	}
	return sum
}

// fromXYZZ is the point that a kernel returned.
func fromXYZZ(words []uint64, g testGroup) (affinePoint, error) {
	f := g.field
	v, err := readXYZZ(words, g)
	if err != nil || f.isZero(v[2]) {
		return affinePoint{}, err
	}
	return affinePoint{f.mul(v[0], f.inverse(v[2])), f.mul(v[1], f.inverse(v[3]))}, nil
}
