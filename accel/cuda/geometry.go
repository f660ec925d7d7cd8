package cuda

// Threads a block of the kernels, as compiled (kernels/msm and kernels/curve).
const (
	countThreads      = 256
	mostScatter       = 1024
	mostScanThreads   = 1024
	foldThreads       = 128
	linesThreads      = 128
	mostBitsThreads   = 256
	precomputeThreads = 128
	precomputeBatch   = 16
	slotsThreads      = 256
	slotsEach         = 8
	warp              = 32
	quad              = 4 // threads that add a point together (kernels/curve/quad.cuh)
)

// scanThreads are the threads of a block that scans so many numbers, one a thread at a time.
func scanThreads(numbers int) int { return min(roundUp(numbers, warp), mostScanThreads) }

// accumulation is how the accumulation of a group, or a round of pairing, is launched: threads a block, as compiled
// (accumulate_threads in kernels/curve), and threads a multiprocessor in one wave, a multiple of those that a Hopper runs at
// once.
type accumulation struct{ block, wave int }

func accumulationOf(g *Group) accumulation {
	switch {
	case g.CoordinateLimbs > 8: // sums in shared memory
		return accumulation{block: 32, wave: 384}
	case g.CoordinateLimbs == 6: // three blocks
		return accumulation{block: 128, wave: 384}
	default:
		return accumulation{block: 128, wave: 512}
	}
}

// quadWave is the number of threads a multiprocessor that the quads of the reduction keep busy at once (quad_blocks in kernels/curve).
func quadWave(g *Group) int {
	switch {
	case g.CoordinateLimbs > 6:
		return 2 * linesThreads
	case g.CoordinateLimbs == 6:
		return 3 * linesThreads
	default:
		return 4 * linesThreads
	}
}

// paired says whether the points of a group with coordinates of so many limbs are added in pairs first: whether the kernels are
// compiled (kernels/msm/pair.cuh).
func paired(coordinateLimbs int) bool { return coordinateLimbs > 4 }

// pairingOf is how a round of pairing is launched, for groups that have them, with coordinates of so many limbs (pair_threads
// and pair_blocks in kernels/curve).
func pairingOf(coordinateLimbs int) accumulation {
	if coordinateLimbs == 6 {
		return accumulation{block: 128, wave: 512}
	}
	return accumulation{block: 64, wave: 384}
}
