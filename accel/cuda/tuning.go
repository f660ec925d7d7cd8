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
	// A round of pairing is worth its start if it leaves pairSlots slots a multiprocessor, and if buckets have pairPoints
	// points on average before it; a single round is not. A thread takes at most longestPairing slots, which share an inversion
	// with its block's. A chunk has at most mostPaired entries, as their sums take memory.
	pairSlots, pairPoints, leastRounds, longestPairing int
	mostPaired                                         int
	// sent is how scalars are sent while the device computes, by the 64-bit limbs of a coordinate; sentAlong is the same where
	// bases come along.
	sent      map[int]overlap
	sentAlong overlap
}

// overlap is how copies hide under the compute: in chunks, each larger than the one before by the ratio growth, which is the
// device's time for a scalar over that of its copy. The device waits for the first chunk; each further one costs as much as
// copying so many scalars, and bucket times as many as there are buckets.
type overlap struct{ growth, chunk, bucket float64 }

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
	pairSlots:                9_000,
	pairPoints:               3,
	leastRounds:              2,
	longestPairing:           64,
	mostPaired:               1 << 27,
	sent: map[int]overlap{
		4:  {growth: 3, chunk: 200_000, bucket: 0.08},
		6:  {growth: 9, chunk: 130_000, bucket: 0.7},
		8:  {growth: 6, chunk: 150_000, bucket: 0.6},
		12: {growth: 8, chunk: 130_000, bucket: 1},
	},
	sentAlong: overlap{growth: 1.3, chunk: 60_000, bucket: 0.06},
}
