package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// The steps of the pipeline, each a few launches. The headers of kernels/msm explain the kernels.

// digits returns the arguments that cut the n scalars of a chunk into entries. It also returns the
// address of the bases that the entries name.
func (s *sum) digits(side, from, n int) (digitsArgs, driver.Ptr) {
	l := &s.plan.Layout
	digits := digitsArgs{
		scalars: s.scalarsAt(side, from), count: uint32(n),
		offset: uint32(from), length: uint32(s.scalars.length),
		first: uint32(s.first), stride: uint32(s.bases.count),
		bits: uint32(s.plan.Window), windows: uint32(s.plan.Windows), sets: uint32(s.plan.Sets),
	}
	if !s.bases.onHost {
		return digits, s.bases.table
	}
	digits.offset, digits.length, digits.first, digits.stride = 0, uint32(n), 0, uint32(n)
	return digits, s.at(l.Bases[side])
}

// scalarsAt is the address of a chunk's scalars.
func (s *sum) scalarsAt(side, from int) driver.Ptr {
	if s.scalars.location == plan.OnDevice {
		return s.scalars.address(from)
	}
	return s.at(s.plan.Layout.Scalars[side])
}

func (s *sum) sort(q *driver.Queue, digits digitsArgs) {
	p, sort, l := s.plan, &s.plan.BucketSort, &s.plan.Layout
	args := sortArgs{
		digits:   digits,
		binCount: s.at(l.BinCount), binStart: s.at(l.BinStart),
		binCursor: s.at(l.BinCursor), tileStart: s.at(l.TileStart),
		binKeys: s.at(l.BinKeys), binValues: s.at(l.BinValues),
		bucketCount: s.at(l.BucketCount), bucketStart: s.at(l.BucketStart), values: s.at(l.Values),
		bins: uint32(sort.Bins), buckets: uint32(p.AllBuckets()), fineBits: uint32(sort.FineBits),
		scalarsPerBlock: uint32(sort.ScalarsPerBlock),
		windowsPerBlock: uint32(sort.WindowsPerBlock), tile: uint32(sort.Tile),
	}
	launch := func(kernel string, x, y, threads, shared int) {
		grid := driver.Grid{X: x, Y: y, Threads: threads, Shared: shared}
		driver.Launch(q, s.functions[kernel], grid, &args)
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
func (s *sum) addPairs(q *driver.Queue, chunk int, e entries) entries {
	p, l := s.plan, &s.plan.Layout
	const pairs = kernels.PairsThreads
	buckets := p.AllBuckets()
	for i, round := range p.Rounds[chunk] {
		to := entries{
			points: s.at(l.Halves[i%2]), bucketStart: s.at(l.PairStart[i%2]),
			places: s.group.Planes(round.Slots),
		}
		if i == len(p.Rounds[chunk])-1 {
			to.places = s.group.Packed() // the accumulation takes its points one by one
		}
		args := batchAffineArgs{
			from: e.points, values: e.values, fromStart: e.bucketStart, toStart: to.bucketStart,
			pairs: s.at(l.Pairs), to: to.points,
			fromPlaces: placesArgs(e.places), toPlaces: placesArgs(to.places),
			buckets: uint32(buckets), each: uint32(round.Each),
		}
		launch := func(kernel string, blocks, threads int) {
			grid := driver.Grid{X: blocks, Threads: threads}
			driver.Launch(q, s.functions[kernel], grid, &args)
		}
		threads := plan.BatchAffine(s.group).Block
		launch("batch_affine_starts", plan.CeilDiv(buckets+1, pairs), pairs)
		launch("batch_affine_pairs", plan.CeilDiv(round.Slots, pairs*kernels.PairsEach), pairs)
		launch("batch_affine_add", plan.CeilDiv(round.Slots, threads*round.Each), threads)
		e = to
	}
	return e
}

func (s *sum) accumulate(q *driver.Queue, chunk int, bases driver.Ptr) {
	p, l := s.plan, &s.plan.Layout
	e := s.addPairs(q, chunk, entries{
		points: bases, values: s.at(l.Values), bucketStart: s.at(l.BucketStart),
		places: s.group.Packed(),
	})
	args := accumulateArgs{
		bases: e.points, values: e.values, bucketStart: e.bucketStart,
		buckets: s.at(l.Buckets), heads: s.at(l.Heads), tails: s.at(l.Tails),
		tailBucket: s.at(l.TailBucket), longSpans: s.at(l.LongSpans), longCount: s.at(l.LongCount),
		bucketTotal: uint32(p.AllBuckets()), threads: uint32(p.Threads),
		longThreads: uint32(p.LongThreads), shorter: uint32(p.Shorter),
		shortenFrom: uint32(p.ShortenFrom), leastRun: uint32(p.MinRun),
		longestWalk: uint32(p.LongestWalk), longestSpan: uint32(p.LongestSpan),
		places: placesArgs(e.places),
	}
	launch := func(kernel string, blocks, threads int) {
		driver.Launch(q, s.functions[kernel], driver.Grid{X: blocks, Threads: threads}, &args)
	}
	block := plan.Accumulation(s.group).Block
	launch("accumulate", p.Threads/block, block)
	if chunk == len(p.Chunks)-1 {
		q.Record(s.slot.ending)
	}
	walks := plan.CeilDiv(p.Threads, kernels.FixupThreads/kernels.Quad)
	launch("fixup", walks, kernels.FixupThreads)
	blocks := 4 * s.slot.device.Multiprocessors
	launch("fixup_groups", blocks, kernels.FixupThreads)
	launch("fixup_long", blocks, kernels.FixupThreads)
}

func (s *sum) reduce(q *driver.Queue) {
	p, l := s.plan, &s.plan.Layout
	args := reduceArgs{
		buckets: s.at(l.Buckets), rows: s.at(l.Rows),
		columns: s.at(l.Columns), results: s.at(l.Results),
		sets: uint32(p.AllSets()), rowBits: uint32(p.RowBits),
		columnBits: uint32(p.ColumnBits), shareBits: uint32(p.ShareBits),
	}
	launch := func(kernel string, x, y, threads int) {
		driver.Launch(q, s.functions[kernel], driver.Grid{X: x, Y: y, Threads: threads}, &args)
	}
	quads := p.AllBuckets() >> p.ShareBits // of the rows, and as many of the columns
	lines := plan.CeilDiv(quads, kernels.LinesThreads/kernels.Quad)
	launch("reduce_lines", lines, 2, kernels.LinesThreads)
	// A quad works on a row, or on two columns.
	threads := min(max(kernels.Quad<<p.RowBits, kernels.Warp), kernels.MaxBitsThreads)
	launch("reduce_bits", p.Window, p.AllSets(), threads)
}
