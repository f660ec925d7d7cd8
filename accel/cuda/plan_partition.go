package cuda

import "math/bits"

// Partition is how entries are ordered by bucket (kernels/msm/partition.cuh).
type Partition struct {
	Bins, FineBits  int // bins of 2^FineBits buckets
	ScalarsPerBlock int // of the coarse count
	WindowsPerBlock int // of the coarse scatter
	Threads         int // a block of the coarse scatter and of the fine passes
	Tile            int // entries a tile of the fine passes
	// CoarseShared and FineShared are the bytes of shared memory of the scatters' blocks.
	CoarseShared, FineShared int
}

// scatterShared is what a block of the scatters may ask for of the shared memory that it can have, in bytes: the compiler takes
// a little. Every device gives 64 KiB.
func scatterShared(bytes int) int {
	const least, compilers = 64 << 10, 1 << 10
	return max(bytes, least) - compilers
}

// planPartition plans the partition of a chunk of n scalars. The more entries a scatter's block orders, and the fewer bins or
// buckets they go to, the longer are the parts that it writes: so there are about as many bins as buckets in each, and blocks
// are as large as the shared memory allows, half of it unless a block is as many threads as the registers of a multiprocessor
// are enough for, and smaller where the chunk is small.
func planPartition(r PlanRequest, n, buckets int) Partition {
	var p Partition
	windows := r.Shape.Windows
	bucketBits := bits.Len(uint(buckets - 1))
	p.FineBits = min(mostFineBits, max((bucketBits+1)/2, bucketBits-(bits.Len(mostBins)-1)))
	p.Bins = ceilDiv(buckets, 1<<p.FineBits)
	p.ScalarsPerBlock = roundUp(min(max(n/(4*r.Multiprocessors), 512), 8192), countThreads)
	groups := ceilDiv(windows, mostHeld)
	p.WindowsPerBlock = ceilDiv(windows, groups)

	shared := scatterShared(r.SharedBytes)
	for p.Threads = mostScatter; p.Threads > 64; p.Threads /= 2 {
		tile := p.Threads * mostHeld
		fits := max(p.coarseShared(r.Group), p.fineShared(tile)) <= shared*max(p.Threads, mostScatter/2)/mostScatter
		if fits && n*groups >= 2*r.Multiprocessors*p.Threads {
			break
		}
	}
	p.Tile = min(max(n*windows/(8*r.Multiprocessors), 1024), p.Threads*mostHeld)
	p.CoarseShared, p.FineShared = p.coarseShared(r.Group), p.fineShared(p.Tile)
	return p
}

// coarseShared is for two counters a bin, and bucket and value of each entry and of one more a thread, or the scalars' limbs and
// one more in their place.
func (p *Partition) coarseShared(g *Group) int {
	entries := 2 * (p.WindowsPerBlock + 1) * p.Threads
	limbs := (2*g.ScalarLimbs + 1) * p.Threads
	return 4 * (2*p.Bins + spare + max(entries, limbs))
}

// fineShared is for two counters a bucket, and value and, in half words, bucket of each entry and of one more a thread.
func (p *Partition) fineShared(tile int) int {
	return 4*(2<<p.FineBits+spare+tile+p.Threads) + 2*(tile+p.Threads)
}
