package plan

import (
	"math/bits"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// BucketSort is how entries are ordered by bucket (kernels/msm/sort.cuh).
type BucketSort struct {
	Bins, FineBits  int // bins of 2^FineBits buckets
	ScalarsPerBlock int // of the coarse count
	WindowsPerBlock int // of the coarse scatter
	Threads         int // a block of the coarse scatter and of the fine passes
	Tile            int // entries a tile of the fine passes
	// CoarseShared and FineShared are the bytes of shared memory of the scatters' blocks.
	CoarseShared, FineShared int
}

// bucketSortOf plans the sort of a chunk of n scalars.
//
// A block of a scatter writes longer pieces if it orders more entries, and if these go to fewer
// bins or buckets. So the plan has about as many bins as buckets in a bin, and blocks as large as
// shared memory allows. Blocks take at most half of it, unless they have as many threads as the
// registers of a multiprocessor serve. Small chunks have smaller blocks.
func bucketSortOf(r Request, n, buckets int) BucketSort {
	var p BucketSort
	windows := r.Shape.Windows
	bucketBits := bits.Len(uint(buckets - 1))
	p.FineBits = min(maxFineBits, max((bucketBits+1)/2, bucketBits-(bits.Len(kernels.MaxBins)-1)))
	p.Bins = CeilDiv(buckets, 1<<p.FineBits)
	p.ScalarsPerBlock = roundUp(min(max(n/(4*r.Multiprocessors), 512), 8192), kernels.CountThreads)
	groups := CeilDiv(windows, kernels.MaxHeld)
	p.WindowsPerBlock = CeilDiv(windows, groups)

	shared := ScatterShared(r.SharedBytes)
	for p.Threads = kernels.MaxScatterThreads; p.Threads > 64; p.Threads /= 2 {
		needed := max(p.coarseShared(r.Group), p.fineShared(p.Threads*kernels.MaxHeld))
		share := max(p.Threads, kernels.MaxScatterThreads/2)
		fits := needed <= shared*share/kernels.MaxScatterThreads
		if fits && n*groups >= 2*r.Multiprocessors*p.Threads {
			break
		}
	}
	p.Tile = min(max(n*windows/(8*r.Multiprocessors), 1024), p.Threads*kernels.MaxHeld)
	p.CoarseShared, p.FineShared = p.coarseShared(r.Group), p.fineShared(p.Tile)
	return p
}

// coarseShared is the shared memory of the coarse scatter, in bytes. It orders the entries and one
// more a thread. In their place it has the scalars' limbs and one more before.
func (p *BucketSort) coarseShared(g *Group) int {
	entries := kernels.CoarseEntryBytes * (p.WindowsPerBlock + 1) * p.Threads
	limbs := 4 * (2*g.ScalarLimbs + 1) * p.Threads
	return kernels.PartBytes*p.Bins + kernels.DummyBytes + max(entries, limbs)
}

// fineShared is the shared memory of the fine scatter, in bytes. It orders the entries of a tile
// and one more a thread.
func (p *BucketSort) fineShared(tile int) int {
	counters := kernels.PartBytes<<p.FineBits + kernels.DummyBytes
	return counters + kernels.FineEntryBytes*(tile+p.Threads)
}
