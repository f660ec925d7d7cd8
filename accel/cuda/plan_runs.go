package cuda

// Runs is how the entries of a chunk are dealt to the threads of the accumulation (kernels/msm/accumulate.cuh). How many there are
// the device knows, as zeros make none.
type Runs struct {
	Threads     int
	LongThreads int // of these, with the longer runs
	Shorter     int // times that the runs of the others are shorter, 1 if there are none
	ShortenFrom int // entries a run from which on the others have any
	LeastRun    int
}

// cutRuns chooses them for the largest chunk: as many threads as run at once, or some times that where runs would get long, and some
// more with shorter runs to end with where runs are long enough.
func (p *Plan) cutRuns(r PlanRequest, entries int, t *tuning) {
	launch := accumulationOf(r.Group)
	wave := r.Multiprocessors * launch.wave
	waves := min(max(ceilDiv(entries, wave*t.longestRun), 1), t.mostWaves)
	long, short, shorter := min(wave*waves, max(ceilDiv(entries, t.leastRun), 1)), 0, 1
	if long == wave*waves && entries/long >= t.shortenFrom && !paired(r.Group.CoordinateLimbs) {
		short, shorter = wave/t.shortWave, t.shorter
	}
	// Each thread has a head and a tail: with little memory, fewer threads.
	affordable := r.Memory / (threadShare * 2 * uint64(pointBytesXYZZ(r.Group)))
	if uint64(long+short) > affordable {
		long, short, shorter = min(long, int(affordable)), 0, 1
	}
	long = roundUp(max(long, 1), launch.block)
	p.Runs = Runs{
		Threads: long + roundUp(short, launch.block), LongThreads: long,
		Shorter: shorter, ShortenFrom: t.shortenFrom, LeastRun: t.leastRun,
	}
}
