package msm

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// The steps of the pipeline, each a few launches. The headers of kernels/msm explain the kernels.

// digits are the arguments by which kernels cut the n scalars of a chunk into entries. It also
// returns the address of the bases that the entries name.
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

func (s *sum) sort(t *driver.Thread, digits digitsArgs) error {
	p, sort, l, k := s.plan, &s.plan.BucketSort, &s.plan.Layout, s.functions
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
	n := int(digits.count)
	// The number of tiles is an upper bound. Each bin may end in a tile that is not full.
	tiles := plan.CeilDiv(n*p.Windows, sort.Tile) + sort.Bins
	groups := plan.CeilDiv(p.Windows, sort.WindowsPerBlock)
	for _, step := range []struct {
		kernel  string
		x, y    int // blocks in both directions of the grid
		threads int
		shared  int
	}{
		{"coarse_count", plan.CeilDiv(n, sort.ScalarsPerBlock), 1, kernels.CountThreads, 0},
		{"coarse_scan", 1, 1, plan.ScanThreads(sort.Bins), 0},
		{"coarse_scatter", plan.CeilDiv(n, sort.Threads), groups, sort.Threads, sort.CoarseShared},
		{"fine_count", tiles, 1, sort.Threads, 0},
		{"fine_scan", sort.Bins, 1, plan.ScanThreads(1 << sort.FineBits), 0},
		{"fine_scatter", tiles, 1, sort.Threads, sort.FineShared},
	} {
		grid := [3]uint32{uint32(step.x), uint32(step.y), 1}
		block := [3]uint32{uint32(step.threads), 1, 1}
		stream := s.slot.compute
		err := driver.LaunchShared(t, k[step.kernel], grid, block, step.shared, stream, &args)
		if err != nil {
			return err
		}
	}
	return nil
}

// entries are the points of bucket b, in slots bucketStart[b]..bucketStart[b+1). The values name
// bases; without values, the slots hold the points themselves.
type entries struct {
	points, values, bucketStart driver.Ptr
	places                      plan.Places
}

// addPairs adds the entries of each bucket two by two, and returns the sums. It runs the planned
// rounds of batch-affine additions.
func (s *sum) addPairs(t *driver.Thread, chunk int, e entries) (entries, error) {
	p, l, k := s.plan, &s.plan.Layout, s.functions
	rounds := p.Rounds[chunk]
	if len(rounds) == 0 {
		return e, nil
	}
	const pairs = kernels.PairsThreads
	threads := plan.BatchAffine(s.group).Block
	buckets := p.AllBuckets()
	for i, round := range rounds {
		to := entries{
			points: s.at(l.Halves[i%2]), bucketStart: s.at(l.PairStart[i%2]),
			places: s.group.Planes(round.Slots),
		}
		if i == len(rounds)-1 {
			to.places = s.group.Packed() // the accumulation takes its points one by one
		}
		args := batchAffineArgs{
			from: e.points, values: e.values, fromStart: e.bucketStart, toStart: to.bucketStart,
			pairs: s.at(l.Pairs), to: to.points,
			fromPlaces: placesArgs(e.places), toPlaces: placesArgs(to.places),
			buckets: uint32(buckets), each: uint32(round.Each),
		}
		for _, step := range []struct {
			kernel          string
			blocks, threads int
		}{
			{"batch_affine_starts", plan.CeilDiv(buckets+1, pairs), pairs},
			{"batch_affine_pairs", plan.CeilDiv(round.Slots, pairs*kernels.PairsEach), pairs},
			{"batch_affine_add", plan.CeilDiv(round.Slots, threads*round.Each), threads},
		} {
			kernel, stream := k[step.kernel], s.slot.compute
			err := device.Launch(t, kernel, step.blocks, step.threads, stream, &args)
			if err != nil {
				return entries{}, err
			}
		}
		e = to
	}
	return e, nil
}

func (s *sum) accumulate(t *driver.Thread, chunk int, bases driver.Ptr) error {
	p, l, k, stream := s.plan, &s.plan.Layout, s.functions, s.slot.compute
	all := entries{
		points: bases, values: s.at(l.Values), bucketStart: s.at(l.BucketStart),
		places: s.group.Packed(),
	}
	e, err := s.addPairs(t, chunk, all)
	if err != nil {
		return err
	}
	args := accumulateArgs{
		bases: e.points, values: e.values, bucketStart: e.bucketStart,
		buckets: s.at(l.Buckets), heads: s.at(l.Heads), tails: s.at(l.Tails),
		tailBucket: s.at(l.TailBucket), longSpans: s.at(l.LongSpans), longCount: s.at(l.LongCount),
		bucketTotal: uint32(p.AllBuckets()), threads: uint32(p.Threads),
		longThreads: uint32(p.LongThreads), shorter: uint32(p.Shorter),
		shortenFrom: uint32(p.ShortenFrom), leastRun: uint32(p.LeastRun),
		longestWalk: uint32(p.LongestWalk), longestSpan: uint32(p.LongestSpan),
		places: placesArgs(e.places),
	}
	block := plan.Accumulation(s.group).Block
	if err := device.Launch(t, k["accumulate"], p.Threads/block, block, stream, &args); err != nil {
		return err
	}
	if chunk == len(p.Chunks)-1 {
		if err := t.Record(s.slot.ending, stream); err != nil {
			return err
		}
	}
	walks := plan.CeilDiv(p.Threads, kernels.FixupThreads/kernels.Quad)
	if err := device.Launch(t, k["fixup"], walks, kernels.FixupThreads, stream, &args); err != nil {
		return err
	}
	blocks := 4 * s.slot.device.Multiprocessors
	err = device.Launch(t, k["fixup_groups"], blocks, kernels.FixupThreads, stream, &args)
	if err != nil {
		return err
	}
	return device.Launch(t, k["fixup_long"], blocks, kernels.FixupThreads, stream, &args)
}

func (s *sum) reduce(t *driver.Thread) error {
	p, l, k := s.plan, &s.plan.Layout, s.functions
	args := reduceArgs{
		buckets: s.at(l.Buckets), rows: s.at(l.Rows),
		columns: s.at(l.Columns), results: s.at(l.Results),
		sets: uint32(p.AllSets()), rowBits: uint32(p.RowBits),
		columnBits: uint32(p.ColumnBits), shareBits: uint32(p.ShareBits),
	}
	quads := p.AllBuckets() >> p.ShareBits // of the rows, and as many of the columns
	lines := plan.CeilDiv(quads, kernels.LinesThreads/kernels.Quad)
	grid, block := [3]uint32{uint32(lines), 2, 1}, [3]uint32{kernels.LinesThreads, 1, 1}
	if err := driver.Launch(t, k["reduce_lines"], grid, block, s.slot.compute, &args); err != nil {
		return err
	}
	// A quad works on a row, or on two columns.
	threads := min(max(kernels.Quad<<p.RowBits, kernels.Warp), kernels.MostBitsThreads)
	grid = [3]uint32{uint32(p.Window), uint32(p.AllSets()), 1}
	block = [3]uint32{uint32(threads), 1, 1}
	return driver.Launch(t, k["reduce_bits"], grid, block, s.slot.compute, &args)
}
