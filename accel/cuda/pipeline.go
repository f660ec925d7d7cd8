//go:build cuda && linux && (amd64 || arm64)

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// The steps of the pipeline, each a few launches; what the kernels do is told in kernels/msm.

func (m *msm) partition(t *driver.Thread, digits digitsArgs) error {
	p, s, l, k := m.plan, &m.plan.Partition, &m.plan.Layout, m.kernels
	args := sortArgs{
		digits:   digits,
		binCount: m.at(l.BinCount), binStart: m.at(l.BinStart), binCursor: m.at(l.BinCursor), tileStart: m.at(l.TileStart),
		binKeys: m.at(l.BinKeys), binValues: m.at(l.BinValues),
		bucketCount: m.at(l.BucketCount), bucketStart: m.at(l.BucketStart), values: m.at(l.Values),
		bins: uint32(s.Bins), buckets: uint32(p.AllBuckets()), fineBits: uint32(s.FineBits),
		scalarsPerBlock: uint32(s.ScalarsPerBlock), windowsPerBlock: uint32(s.WindowsPerBlock), tile: uint32(s.Tile),
	}
	n := int(digits.count)
	tiles := ceilDiv(n*p.Windows, s.Tile) + s.Bins // at most; each bin may end in a tile that is not full
	for _, step := range []struct {
		kernel        driver.Function
		blocks, along int // in both directions of the grid
		threads       int
		shared        int
	}{
		{k.coarseCount, ceilDiv(n, s.ScalarsPerBlock), 1, countThreads, 0},
		{k.coarseScan, 1, 1, scanThreads(s.Bins), 0},
		{k.coarseScatter, ceilDiv(n, s.Threads), ceilDiv(p.Windows, s.WindowsPerBlock), s.Threads, s.CoarseShared},
		{k.fineCount, tiles, 1, s.Threads, 0},
		{k.fineScan, s.Bins, 1, scanThreads(1 << s.FineBits), 0},
		{k.fineScatter, tiles, 1, s.Threads, s.FineShared},
	} {
		grid, block := [3]uint32{uint32(step.blocks), uint32(step.along), 1}, [3]uint32{uint32(step.threads), 1, 1}
		if err := driver.LaunchShared(t, step.kernel, grid, block, step.shared, m.lane.compute, &args); err != nil {
			return err
		}
	}
	return nil
}

// entries are the points of each bucket, in slots bucketStart[b]..bucketStart[b+1): of the bases that the values name, or, if
// there are no values, of the points themselves.
type entries struct {
	points, values, bucketStart driver.Ptr
}

// pair adds the entries of each bucket two by two, as many rounds as are planned for the chunk, and returns what is left.
func (m *msm) pair(t *driver.Thread, chunk int, e entries) (entries, error) {
	p, l, k := m.plan, &m.plan.Layout, m.kernels
	buckets, threads, stride := p.AllBuckets(), pairingOf(m.group.CoordinateLimbs).block, 0
	rounds := p.Pairing[chunk]
	for i, round := range rounds {
		to := entries{points: m.at(l.Halves[i%2]), bucketStart: m.at(l.PairStart[i%2])}
		args := batchAffineArgs{
			from: e.points, values: e.values, fromStart: e.bucketStart, toStart: to.bucketStart, pairs: m.at(l.Pairs), to: to.points,
			fromStride: uint32(stride), buckets: uint32(buckets), each: uint32(round.Each),
		}
		if stride = round.Slots; i == len(rounds)-1 {
			stride = 0 // the accumulation takes its points one by one
		}
		args.toStride = uint32(stride)
		for _, step := range []struct {
			kernel          driver.Function
			blocks, threads int
		}{
			{k.pairStarts, ceilDiv(buckets+1, slotsThreads), slotsThreads},
			{k.pairSlots, ceilDiv(round.Slots, slotsThreads*slotsEach), slotsThreads},
			{k.pair, ceilDiv(round.Slots, threads*round.Each), threads},
		} {
			if err := launch(t, step.kernel, step.blocks, step.threads, m.lane.compute, &args); err != nil {
				return entries{}, err
			}
		}
		e = to
	}
	return e, nil
}

func (m *msm) accumulate(t *driver.Thread, chunk int, bases driver.Ptr) error {
	p, l, k := m.plan, &m.plan.Layout, m.kernels
	e, err := m.pair(t, chunk, entries{points: bases, values: m.at(l.Values), bucketStart: m.at(l.BucketStart)})
	if err != nil {
		return err
	}
	args := accumulateArgs{
		bases: e.points, values: e.values, bucketStart: e.bucketStart,
		buckets: m.at(l.Buckets), heads: m.at(l.Heads), tails: m.at(l.Tails), tailBucket: m.at(l.TailBucket),
		longSpans: m.at(l.LongSpans), longCount: m.at(l.LongCount),
		bucketTotal: uint32(p.AllBuckets()), threads: uint32(p.Threads),
		longThreads: uint32(p.LongThreads), shorter: uint32(p.Shorter), shortenFrom: uint32(p.ShortenFrom),
		leastRun: uint32(p.LeastRun), longestWalk: uint32(p.LongestWalk), longestSpan: uint32(p.LongestSpan),
	}
	block := accumulationOf(m.group).block
	if err := launch(t, k.accumulate, p.Threads/block, block, m.lane.compute, &args); err != nil {
		return err
	}
	if chunk == len(p.Chunks)-1 {
		if err := t.Record(m.lane.ending, m.lane.compute); err != nil {
			return err
		}
	}
	if err := launch(t, k.fold, ceilDiv(p.Threads, foldThreads/quad), foldThreads, m.lane.compute, &args); err != nil {
		return err
	}
	blocks := 4 * m.lane.device.context.Info().Multiprocessors
	if err := launch(t, k.foldGroups, blocks, foldThreads, m.lane.compute, &args); err != nil {
		return err
	}
	return launch(t, k.foldLong, blocks, foldThreads, m.lane.compute, &args)
}

func (m *msm) reduce(t *driver.Thread) error {
	p, l, k := m.plan, &m.plan.Layout, m.kernels
	args := reduceArgs{
		buckets: m.at(l.Buckets), rows: m.at(l.Rows), columns: m.at(l.Columns), results: m.at(l.Results),
		sets: uint32(p.AllSets()), rowBits: uint32(p.RowBits), columnBits: uint32(p.ColumnBits), shareBits: uint32(p.ShareBits),
	}
	quads := p.AllBuckets() >> p.ShareBits // of the rows, and as many of the columns
	grid, block := [3]uint32{uint32(ceilDiv(quads, linesThreads/quad)), 2, 1}, [3]uint32{linesThreads, 1, 1}
	if err := driver.Launch(t, k.reduceLines, grid, block, m.lane.compute, &args); err != nil {
		return err
	}
	threads := min(max(quad<<p.RowBits, warp), mostBitsThreads) // a quad a row, or for two columns
	grid, block = [3]uint32{uint32(p.Window), uint32(p.AllSets()), 1}, [3]uint32{uint32(threads), 1, 1}
	return driver.Launch(t, k.reduceBits, grid, block, m.lane.compute, &args)
}

// launch runs a kernel on a line of blocks.
func launch[A any](t *driver.Thread, f driver.Function, blocks, threads int, s driver.Stream, args *A) error {
	return driver.Launch(t, f, [3]uint32{uint32(blocks), 1, 1}, [3]uint32{uint32(threads), 1, 1}, s, args)
}
