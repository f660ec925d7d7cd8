package msm

import (
	"cmp"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The pipeline of an MSM, whose steps are a few launches each. The headers of kernels/msm explain
// the kernels.

// kernelNames are the names of a group's kernels.
func kernelNames(g *plan.Group) []string {
	names := []string{
		"coarse_count", "coarse_scan", "coarse_scatter", "fine_count", "fine_scan", "fine_scatter",
		"accumulate", "fixup", "fixup_groups", "fixup_long", "reduce_lines", "reduce_bits",
		"precompute",
	}
	if plan.HasBatchAffine(g) {
		names = append(names, "batch_affine_starts", "batch_affine_pairs", "batch_affine_add")
	}
	return names
}

// Ready loads the kernels of a group.
func (r *Runner) Ready(g *plan.Group) error {
	_, err := r.functionsOf(g)
	return err
}

// functionsOf returns the kernels of a group, which are loaded at their first use. The scatters may
// ask for all shared memory that a block can have.
func (r *Runner) functionsOf(g *plan.Group) (device.Functions, error) {
	return r.device.Load(device.KernelSet{
		Prefix: g.KernelPrefix(), Images: g.Kernels, Names: kernelNames(g),
		Sharing:     []string{"coarse_scatter", "fine_scatter"},
		SharedBytes: plan.ScatterShared(r.device.Context.Info().SharedBytes),
	})
}

// begin orders the MSM behind earlier work, and clears the buckets.
//
// The slot's last MSM may have left the clearing of its scalars running: copies wait for it.
// Kernels wait for scalars that are on the device, and for the multiples that they use.
func (m *msm) begin(t *driver.Thread) error {
	l, copies, q := &m.plan.Layout, t.Queue(m.slot.copies), t.Queue(m.slot.compute)
	copies.After(m.slot.compute, m.slot.free[0])
	if m.scalars.location == plan.OnDevice {
		q.Wait(m.scalars.ready)
	}
	if m.plan.Factor > 1 {
		q.Wait(m.bases.filled)
	}
	q.Memset32(m.at(l.Buckets), 0, (l.BucketsEnd-l.Buckets)/4)
	return cmp.Or(copies.Err(), q.Err())
}

// compute queues the kernels of chunk i: the bucket sort of its entries and their accumulation.
func (m *msm) compute(q *driver.Queue, i, from, n int) {
	side, slot, l := i%plan.Sides, m.slot, &m.plan.Layout
	if m.sends() {
		q.Wait(slot.copied[side])
	}
	q.Memset32(m.at(l.Counters), 0, (l.CountersEnd-l.Counters)/4)
	digits, bases := m.digits(side, from, n)
	slot.timestamps.around(q, &m.report.Partition, func() { m.sort(q, digits) })
	if !m.bases.onHost {
		q.Record(slot.free[side])
	}
	slot.timestamps.around(q, &m.report.Accumulate, func() { m.accumulate(q, i, bases) })
	if m.bases.onHost {
		q.Record(slot.free[side])
	}
}

// finish queues the reduction, and the copy of its results. They go to the host or to the device's
// outbox. Then it clears scalars and digits. Counts of digits, and sums, stay in the slot: its next
// MSM writes over them.
func (m *msm) finish(q *driver.Queue) {
	l := &m.plan.Layout
	m.slot.timestamps.around(q, &m.report.Reduce, func() { m.reduce(q) })
	if at, ok := m.item.Place(m.resultBytes()); ok {
		q.CopyWithin(at, m.at(l.Results), uint64(m.resultBytes()))
	} else {
		q.CopyOut(m.slot.results.Bytes()[:m.resultBytes()], m.at(l.Results))
	}
	q.Record(m.slot.finished)
	q.Memset32(m.slot.arena, 0, l.Counters/4)
}

// digits returns the arguments that cut the n scalars of a chunk into entries. It also returns the
// address of the bases that the entries name.
func (m *msm) digits(side, from, n int) (digitsArgs, driver.Ptr) {
	l := &m.plan.Layout
	digits := digitsArgs{
		scalars: m.scalarsAt(side, from), count: uint32(n),
		offset: uint32(from), length: uint32(m.scalars.length),
		first: uint32(m.first), stride: uint32(m.bases.count),
		bits: uint32(m.plan.Window), windows: uint32(m.plan.Windows), sets: uint32(m.plan.Sets),
	}
	if !m.bases.onHost {
		return digits, m.bases.table
	}
	digits.offset, digits.length, digits.first, digits.stride = 0, uint32(n), 0, uint32(n)
	return digits, m.at(l.Bases[side])
}

// scalarsAt is the address of a chunk's scalars.
func (m *msm) scalarsAt(side, from int) driver.Ptr {
	if m.scalars.location == plan.OnDevice {
		return m.scalars.address(from)
	}
	return m.at(m.plan.Layout.Scalars[side])
}

func (m *msm) sort(q *driver.Queue, digits digitsArgs) {
	p, sort, l := m.plan, &m.plan.BucketSort, &m.plan.Layout
	args := sortArgs{
		digits:   digits,
		binCount: m.at(l.BinCount), binStart: m.at(l.BinStart),
		binCursor: m.at(l.BinCursor), tileStart: m.at(l.TileStart),
		binKeys: m.at(l.BinKeys), binValues: m.at(l.BinValues),
		bucketCount: m.at(l.BucketCount), bucketStart: m.at(l.BucketStart), values: m.at(l.Values),
		bins: uint32(sort.Bins), buckets: uint32(p.AllBuckets()), fineBits: uint32(sort.FineBits),
		scalarsPerBlock: uint32(sort.ScalarsPerBlock),
		windowsPerBlock: uint32(sort.WindowsPerBlock), tile: uint32(sort.Tile),
	}
	launch := func(kernel string, x, y, threads, shared int) {
		grid := driver.Grid{X: x, Y: y, Threads: threads, Shared: shared}
		driver.Launch(q, m.functions[kernel], grid, &args)
	}
	n := int(digits.count)
	// The number of tiles is an upper bound. Each bin may end in a tile that is not full.
	tiles := plan.CeilDiv(n*p.Windows, sort.Tile) + sort.Bins
	groups := plan.CeilDiv(p.Windows, sort.WindowsPerBlock)
	launch("coarse_count", plan.CeilDiv(n, sort.ScalarsPerBlock), 1, kernels.CountThreads, 0)
	launch("coarse_scan", 1, 1, plan.ScanThreads(sort.Bins), 0)
	launch("coarse_scatter",
		plan.CeilDiv(n, sort.Threads), groups, sort.Threads, sort.CoarseShared)
	launch("fine_count", tiles, 1, sort.Threads, 0)
	launch("fine_scan", sort.Bins, 1, plan.ScanThreads(1<<sort.FineBits), 0)
	launch("fine_scatter", tiles, 1, sort.Threads, sort.FineShared)
}

// entries are the points of bucket b, in slots bucketStart[b]..bucketStart[b+1). The values name
// bases; without values, the slots hold the points themselves.
type entries struct {
	points, values, bucketStart driver.Ptr
	places                      plan.Places
}

// addPairs adds the entries of each bucket two by two, and returns the sums. It runs the planned
// rounds of batch-affine additions.
func (m *msm) addPairs(q *driver.Queue, chunk int, e entries) entries {
	p, l := m.plan, &m.plan.Layout
	const pairs = kernels.PairsThreads
	buckets := p.AllBuckets()
	for i, round := range p.Rounds[chunk] {
		to := entries{
			points: m.at(l.Halves[i%2]), bucketStart: m.at(l.PairStart[i%2]),
			places: m.group.Planes(round.Slots),
		}
		if i == len(p.Rounds[chunk])-1 {
			to.places = m.group.Packed() // the accumulation takes its points one by one
		}
		args := batchAffineArgs{
			from: e.points, values: e.values, fromStart: e.bucketStart, toStart: to.bucketStart,
			pairs: m.at(l.Pairs), to: to.points,
			fromPlaces: placesArgs(e.places), toPlaces: placesArgs(to.places),
			buckets: uint32(buckets), each: uint32(round.Each),
		}
		launch := func(kernel string, blocks, threads int) {
			grid := driver.Grid{X: blocks, Threads: threads}
			driver.Launch(q, m.functions[kernel], grid, &args)
		}
		threads := plan.BatchAffine(m.group).Block
		launch("batch_affine_starts", plan.CeilDiv(buckets+1, pairs), pairs)
		launch("batch_affine_pairs", plan.CeilDiv(round.Slots, pairs*kernels.PairsEach), pairs)
		launch("batch_affine_add", plan.CeilDiv(round.Slots, threads*round.Each), threads)
		e = to
	}
	return e
}

func (m *msm) accumulate(q *driver.Queue, chunk int, bases driver.Ptr) {
	p, l := m.plan, &m.plan.Layout
	e := m.addPairs(q, chunk, entries{
		points: bases, values: m.at(l.Values), bucketStart: m.at(l.BucketStart),
		places: m.group.Packed(),
	})
	args := accumulateArgs{
		bases: e.points, values: e.values, bucketStart: e.bucketStart,
		buckets: m.at(l.Buckets), heads: m.at(l.Heads), tails: m.at(l.Tails),
		tailBucket: m.at(l.TailBucket), longSpans: m.at(l.LongSpans), longCount: m.at(l.LongCount),
		bucketTotal: uint32(p.AllBuckets()), threads: uint32(p.Threads),
		longThreads: uint32(p.LongThreads), shorter: uint32(p.Shorter),
		shortenFrom: uint32(p.ShortenFrom), minRun: uint32(p.MinRun),
		longestWalk: uint32(p.LongestWalk), longestSpan: uint32(p.LongestSpan),
		places: placesArgs(e.places),
	}
	launch := func(kernel string, blocks, threads int) {
		driver.Launch(q, m.functions[kernel], driver.Grid{X: blocks, Threads: threads}, &args)
	}
	block := plan.Accumulation(m.group).Block
	launch("accumulate", p.Threads/block, block)
	if chunk == len(p.Chunks)-1 {
		q.Record(m.slot.ending)
	}
	walks := plan.CeilDiv(p.Threads, kernels.FixupThreads/kernels.Quad)
	launch("fixup", walks, kernels.FixupThreads)
	blocks := 4 * m.slot.device.Multiprocessors
	launch("fixup_groups", blocks, kernels.FixupThreads)
	launch("fixup_long", blocks, kernels.FixupThreads)
}

func (m *msm) reduce(q *driver.Queue) {
	p, l := m.plan, &m.plan.Layout
	args := reduceArgs{
		buckets: m.at(l.Buckets), rows: m.at(l.Rows),
		columns: m.at(l.Columns), results: m.at(l.Results),
		sets: uint32(p.AllSets()), rowBits: uint32(p.RowBits),
		columnBits: uint32(p.ColumnBits), shareBits: uint32(p.ShareBits),
	}
	launch := func(kernel string, x, y, threads int) {
		driver.Launch(q, m.functions[kernel], driver.Grid{X: x, Y: y, Threads: threads}, &args)
	}
	quads := p.AllBuckets() >> p.ShareBits // of the rows, and as many of the columns
	lines := plan.CeilDiv(quads, kernels.LinesThreads/kernels.Quad)
	launch("reduce_lines", lines, 2, kernels.LinesThreads)
	// A quad works on a row, or on two columns.
	threads := min(max(kernels.Quad<<p.RowBits, kernels.Warp), kernels.MaxBitsThreads)
	launch("reduce_bits", p.Window, p.AllSets(), threads)
}
