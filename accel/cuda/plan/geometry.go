package plan

// Limits of the kernels (kernels/msm): widths of counters and tables in shared memory.
const (
	mostBins       = 2048
	mostFineBits   = 12
	mostBuckets    = mostBins << mostFineBits
	mostEntries    = 1<<32 - 1<<20
	mostHeld       = 16      // digits of a scalar, or entries of a tile, that a thread holds
	unusedCounters = 32      // counters of a scatter that serve no bin
	mostMultiples  = 1 << 31 // bases times multiples: the index shares a word with the sign

	narrowestWindow = 2
	widestWindow    = 23

	// CoordinatesXYZZ is the number of coordinates of a bucket's point: X, Y, ZZ, ZZZ.
	CoordinatesXYZZ = 4

	// Sides is the number of buffers for sent scalars and bases: one fills while the other is read.
	Sides = 2
)

// Threads per block of the kernels, as compiled (kernels/msm and kernels/curve).
const (
	CountThreads      = 256
	FoldThreads       = 128
	LinesThreads      = 128
	MostBitsThreads   = 256
	PrecomputeThreads = 128
	PrecomputeBatch   = 16 // points of a thread
	SlotsThreads      = 256
	SlotsEach         = 8 // slots of a thread
	Warp              = 32
	Quad              = 4 // threads that add one point together (kernels/curve/quad.cuh)

	mostScatterThreads = 1024
	mostScanThreads    = 1024
)

// ScanThreads is the block size for a scan of n numbers, one number a thread at a time.
func ScanThreads(n int) int { return min(roundUp(n, Warp), mostScanThreads) }

// Launch is the shape of a kernel's launch.
type Launch struct {
	Block int // threads per block, as compiled (accumulate_threads in kernels/curve)
	Wave  int // threads per multiprocessor in one wave, a multiple of those a Hopper runs at once
}

// Accumulation returns the launch of the accumulation of a group.
func Accumulation(g *Group) Launch {
	switch {
	case g.CoordinateLimbs > 8: // sums in shared memory
		return Launch{Block: 32, Wave: 384}
	case g.CoordinateLimbs == 6: // three blocks
		return Launch{Block: 128, Wave: 384}
	default:
		return Launch{Block: 128, Wave: 512}
	}
}

// quadWave is the number of threads per multiprocessor that keep the reduction's quads busy
// (quad_blocks in kernels/curve).
func quadWave(g *Group) int {
	switch {
	case g.CoordinateLimbs > 6:
		return 2 * LinesThreads
	case g.CoordinateLimbs == 6:
		return 3 * LinesThreads
	default:
		return 4 * LinesThreads
	}
}

// BatchAffine reports whether a group has rounds of batch-affine additions (kernels/msm/pair.cuh).
// Their kernels are compiled for long coordinates only.
func BatchAffine(coordinateLimbs int) bool { return coordinateLimbs > 4 }

// BatchAffineRound returns the launch of a round of batch-affine additions (pair_threads and
// pair_blocks in kernels/curve).
func BatchAffineRound(coordinateLimbs int) Launch {
	if coordinateLimbs == 6 {
		return Launch{Block: 128, Wave: 512}
	}
	return Launch{Block: 64, Wave: 384}
}

// ScatterShared is the dynamic shared memory, in bytes, that a block of a scatter may ask for.
//
// The argument is the most that a block of the device can have. The compiler takes a little of it.
// Every device gives 64 KiB.
func ScatterShared(bytes int) int {
	const least, compilers = 64 << 10, 1 << 10
	return max(bytes, least) - compilers
}

// CeilDiv returns a/b, rounded up.
func CeilDiv(a, b int) int { return (a + b - 1) / b }

func roundUp(a, b int) int { return CeilDiv(a, b) * b }
