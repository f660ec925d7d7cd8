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
	// threadsPerMultiprocessor are kept busy by the segments of the reduction.
	threadsPerMultiprocessor int
	// The accumulation is launched in waves, more when runs would get longer than longestRun entries, so that
	// multiprocessors that are done early find more to do.
	longestRun int
	mostWaves  int
	// leastRun is the fewest entries a thread of the accumulation takes.
	leastRun int
	// longestWalk is the number of heads that one thread folds, longestSpan the number that a warp folds; buckets of more
	// are folded by whole blocks.
	longestWalk, longestSpan int
	// Fewer than overlapFrom scalars go in one chunk if the memory allows. Otherwise chunks grow by the ratio growth, which
	// is the device's time for a scalar over that of its copy: as many as it takes for the first, which the device has to
	// wait for, to be no larger than shortFirst, but not more than mostGrowing.
	overlapFrom, shortFirst, mostGrowing int
	growth                               float64
	// A round of pairing is worth its start if it leaves pairSlots slots a multiprocessor, and if buckets have pairPoints
	// points on average before it. A thread takes at most longestPairing slots, which share an inversion with its block's. A
	// chunk has at most mostPaired entries, as their sums take memory.
	pairSlots, pairPoints, longestPairing int
	mostPaired                            int
	// Chunks whose bases come along shrink by the ratio shrinkage, which is the time of a scalar's and a base's copy over
	// that of the device's work.
	shrinkage float64
}

// hopper was chosen on an H100 (see bench/NOTES.md); it serves every generation until another has been measured.
var hopper = tuning{
	entryCost:                1.12,
	waiting:                  1 << 16,
	bucketCost:               8,
	threadsPerMultiprocessor: 512,
	longestRun:               512,
	mostWaves:                8,
	leastRun:                 16,
	longestWalk:              4,
	longestSpan:              256,
	overlapFrom:              1 << 18,
	shortFirst:               160_000,
	mostGrowing:              5,
	growth:                   2,
	pairSlots:                4096,
	pairPoints:               3,
	longestPairing:           64,
	mostPaired:               1 << 26,
	shrinkage:                1.6,
}
