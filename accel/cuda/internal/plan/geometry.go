package plan

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// Limits of the kernels (kernels/msm): widths of counters, tables in shared memory, and grids.
const (
	maxBuckets   = kernels.MaxBins * kernels.MaxFine
	maxSets      = 1<<16 - 1 // blocks of a grid in its second direction
	maxEntries   = 1<<32 - 1<<20
	maxMultiples = 1 << 31 // bases times multiples: the index shares a word with the sign

	narrowestWindow = 2
	widestWindow    = 23

	// Sides is the number of buffers for sent scalars and bases: one fills while the other is read.
	Sides = 2
)

// maxFineBits is log₂ of the buckets of a bin.
var maxFineBits = bits.Len(kernels.MaxFine) - 1

// ScanThreads is the block size for a scan of n numbers. A thread takes one number at a time.
func ScanThreads(n int) int { return min(roundUp(n, kernels.Warp), kernels.MaxScanThreads) }

// Launch is the shape of a kernel's launch.
type Launch struct {
	Block int // threads per block, as compiled
	Wave  int // threads per multiprocessor in one wave
}

// minWave is the smallest number of threads of a wave per multiprocessor.
const minWave = 384

// launchIn returns the launch of blocks of which n fit a multiprocessor. A wave is a multiple of
// these.
func launchIn(block, n int) Launch {
	return Launch{Block: block, Wave: roundUp(minWave, block*n)}
}

// launchesOf returns the geometry of a group's kernels. Groups without kernels, of which only tests
// make plans, have that of BN254's G1.
func launchesOf(g *Group) kernels.Launch {
	l, ok := kernels.LaunchOf(g.KernelPrefix())
	if !ok {
		l, _ = kernels.LaunchOf("bn254_g1")
	}
	return l
}

// Accumulation returns the launch of the accumulation of a group.
func Accumulation(g *Group) Launch {
	l := launchesOf(g)
	return launchIn(l.AccumulateThreads, l.AccumulateBlocks)
}

// quadWave is the number of threads per multiprocessor that keep the reduction's quads busy.
func quadWave(g *Group) int { return launchesOf(g).QuadBlocks * kernels.LinesThreads }

// HasBatchAffine reports whether a group has rounds of batch-affine additions
// (kernels/msm/batch_affine.cuh).
func HasBatchAffine(g *Group) bool { return launchesOf(g).BatchAffineThreads > 0 }

// BatchAffine returns the launch of a round of batch-affine additions. The group has kernels for
// them.
func BatchAffine(g *Group) Launch {
	l := launchesOf(g)
	return launchIn(l.BatchAffineThreads, l.BatchAffineBlocks)
}

// ScatterShared is the maximum of dynamic shared memory of a scatter's block, in bytes.
//
// The argument is the most that a block of the device can have. The compiler takes a little of it.
// Every device gives 64 KiB.
func ScatterShared(bytes int) int {
	const least, compilers = 64 << 10, 1 << 10
	return max(bytes, least) - compilers
}
