package plan

// Tuning holds the numbers that measurements chose, one set per GPU generation.
//
// Costs are in additions of an affine point to a bucket, the unit of nearly all work.
type Tuning struct {
	// entryCost is the cost of an entry: its addition and its way through the bucket sort. An MSM
	// counts `waiting` points more than it has: with few points, threads wait for their additions.
	entryCost float64
	waiting   int
	// bucketCost is the cost of a bucket in the reduction.
	bucketCost float64
	// The accumulation is launched in waves. It has several, at most maxWaves, if runs would
	// exceed longestRun entries, so that multiprocessors that end early find more to do.
	longestRun int
	maxWaves   int
	// Runs of ShortenFrom entries or more are followed by runs that are Shorter times shorter. The
	// number of short runs is the number of threads of a wave, divided by ShortWave. Groups with
	// batch-affine additions have no short runs.
	ShortenFrom, Shorter, ShortWave int
	// MinRun is the fewest entries of a thread of the accumulation.
	MinRun int
	// longestWalk is the number of heads that a thread folds, longestSpan the number that a warp
	// folds. Whole blocks fold the heads of larger buckets.
	longestWalk, longestSpan int
	// A round of batch-affine additions has to be worth its launch. It is if it leaves RoundSlots
	// slots per multiprocessor, and if buckets have roundPoints points on average before it. Fewer
	// than minRounds rounds are none. A thread takes at most longestBatch slots, by the 64-bit
	// limbs of a coordinate. All slots of a block share an inversion, which takes long for long
	// coordinates. A chunk has at most maxBatchAffine entries, because their sums take memory.
	RoundSlots, roundPoints, minRounds int
	longestBatch                       map[int]int
	maxBatchAffine                     int
	// Times in nanoseconds decide how sent scalars are cut into chunks. They are the times of a
	// byte's copy, of an entry's compute, and of a chunk. The last two are by the 64-bit limbs of a
	// coordinate.
	copyByte     float64
	computeEntry map[int]float64
	chunk        map[int]chunkCost
}

// chunkCost is the cost of a chunk by itself, and for each bucket.
type chunkCost struct{ each, bucket float64 }

// orHopper returns t, or the numbers of Hopper for nil.
func (t *Tuning) orHopper() *Tuning {
	if t == nil {
		return &Hopper
	}
	return t
}

// Hopper has the numbers that were chosen on an H100: see experiments/README.md. The numbers of
// other [Cards] derive from these, and these serve every card that is not known.
var Hopper = Tuning{
	entryCost:      1.12,
	waiting:        1 << 16,
	bucketCost:     8,
	longestRun:     512,
	maxWaves:       8,
	ShortenFrom:    40,
	Shorter:        3,
	ShortWave:      2,
	MinRun:         16,
	longestWalk:    12,
	longestSpan:    256,
	RoundSlots:     9_000,
	roundPoints:    3,
	minRounds:      2,
	longestBatch:   map[int]int{6: 64, 8: 128, 12: 192},
	maxBatchAffine: 1 << 27,
	copyByte:       0.03,
	computeEntry:   map[int]float64{4: 0.185, 6: 0.37, 8: 0.47, 12: 1.3},
	chunk: map[int]chunkCost{
		4:  {each: 180_000, bucket: 0.17},
		6:  {each: 130_000, bucket: 0.7},
		8:  {each: 150_000, bucket: 0.6},
		12: {each: 130_000, bucket: 1},
	},
}
