package cuda

// tuning holds the numbers that measurements chose, one set a GPU generation, apart from the algorithm. Costs are in
// additions of an affine point to a bucket, the unit of nearly all work.
type tuning struct {
	// entryCost is the cost of one entry: its addition and its way through the partition. With few points it costs more, as
	// threads have little to do beside waiting for their additions: an MSM counts as if it had waiting points more.
	entryCost float64
	waiting   int
	// bucketCost is the cost of a bucket in the reduction.
	bucketCost float64
	// The accumulation is launched in waves, more when runs would get longer than longestRun entries, so that
	// multiprocessors that are done early find more to do.
	longestRun int
	mostWaves  int
	// Where runs get shortenFrom entries or more, and no pairing comes before, there are threads with runs that are `shorter` times
	// shorter to end with, one for shortWave in a wave.
	shortenFrom, shorter, shortWave int
	// leastRun is the fewest entries a thread of the accumulation takes.
	leastRun int
	// longestWalk is the number of heads that one thread folds, longestSpan the number that a warp folds; buckets of more
	// are folded by whole blocks.
	longestWalk, longestSpan int
	// A round of pairing is worth its start if it leaves pairSlots slots a multiprocessor, and if buckets have pairPoints
	// points on average before it; a single round is not. A thread takes at most longestPairing slots, which share an inversion
	// with its block's. A chunk has at most mostPaired entries, as their sums take memory.
	pairSlots, pairPoints, leastRounds, longestPairing int
	mostPaired                                         int
	// What decides into which chunks a sum is cut whose scalars are sent, in nanoseconds: the copy of a byte; the compute of an
	// entry, by the 64-bit limbs of a coordinate; and what a chunk costs beside that, likewise.
	copyByte     float64
	computeEntry map[int]float64
	chunk        map[int]chunkCost
}

// chunkCost is what a chunk costs by itself, and for each bucket.
type chunkCost struct{ each, bucket float64 }

// hopper was chosen on an H100 (see bench/NOTES.md); it serves every generation until another has been measured.
var hopper = tuning{
	entryCost:      1.12,
	waiting:        1 << 16,
	bucketCost:     8,
	longestRun:     512,
	mostWaves:      8,
	shortenFrom:    40,
	shorter:        3,
	shortWave:      2,
	leastRun:       16,
	longestWalk:    12,
	longestSpan:    256,
	pairSlots:      9_000,
	pairPoints:     3,
	leastRounds:    2,
	longestPairing: 64,
	mostPaired:     1 << 27,
	copyByte:       0.03,
	computeEntry:   map[int]float64{4: 0.185, 6: 0.37, 8: 0.47, 12: 1.3},
	chunk: map[int]chunkCost{
		4:  {each: 180_000, bucket: 0.17},
		6:  {each: 130_000, bucket: 0.7},
		8:  {each: 150_000, bucket: 0.6},
		12: {each: 130_000, bucket: 1},
	},
}
