package plan

// Runs is how the entries of a chunk are dealt to the accumulation's threads
// (kernels/msm/accumulate.cuh). Zero digits make no entries, so only the device knows their number.
type Runs struct {
	Threads     int
	LongThreads int // threads with the longer runs
	Shorter     int // quotient of long and short runs, 1 if all runs are long
	ShortenFrom int // entries per run from which on there are short runs
	MinRun      int
}

// threadShare limits the threads' heads and tails to 1/threadShare of the memory.
const threadShare = 6

// runs plans the runs of the largest chunk. It plans one wave of threads, or several if a run would
// exceed longestRun. If runs are long, a tail of short runs follows to even out the end.
func (r *Request) runs(entries int) Runs {
	t := r.tuning()
	launch := Accumulation(r.Group)
	wave := r.Multiprocessors * launch.Wave
	waves := min(max(CeilDiv(entries, wave*t.longestRun), 1), t.maxWaves)
	long, short, shorter := min(wave*waves, max(CeilDiv(entries, t.MinRun), 1)), 0, 1
	full := long == wave*waves
	if full && entries/long >= t.ShortenFrom && !HasBatchAffine(r.Group) {
		short, shorter = wave/t.ShortWave, t.Shorter
	}
	// Each thread has a head and a tail: with little memory, fewer threads.
	affordable := r.Memory / (threadShare * 2 * uint64(r.Group.bucketPointBytes()))
	if uint64(long+short) > affordable {
		long, short, shorter = min(long, int(affordable)), 0, 1
	}
	long = roundUp(max(long, 1), launch.Block)
	return Runs{
		Threads: long + roundUp(short, launch.Block), LongThreads: long,
		Shorter: shorter, ShortenFrom: t.ShortenFrom, MinRun: t.MinRun,
	}
}
