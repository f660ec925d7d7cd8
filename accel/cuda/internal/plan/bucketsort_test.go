package plan

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/kernels"
)

// The scatters' shared memory is within the limits of their launches, whatever a block can have.
// Entries, counters and windows are within those of the kernels.
func TestPlanBucketSort(t *testing.T) {
	for _, g := range planGroups {
		for c := narrowestWindow; c <= widestWindow; c++ {
			for _, factor := range []int{1, 3, 200} {
				for _, n := range []int{1, 255, 1 << 14, 1<<20 + 1, 1 << 24} {
					for shared := 64 << 10; shared <= 227<<10; shared += 1 << 10 {
						shape := shapeOf(g, c, factor)
						if shape.Buckets() > maxBuckets {
							continue
						}
						r := requestOf(g, shape, n, 0)
						r.SharedBytes = shared
						p := bucketSortOf(r, n, shape.Buckets())
						held := p.WindowsPerBlock <= kernels.MaxHeld &&
							p.Tile <= kernels.MaxHeld*p.Threads
						counted := p.Bins <= kernels.MaxBins && p.FineBits <= maxFineBits &&
							p.Bins<<p.FineBits >= shape.Buckets()
						fits := max(p.CoarseShared, p.FineShared) <= ScatterShared(shared) &&
							ScatterShared(shared) < shared
						bytes := kernels.PartBytes*p.Bins + 4*(2*g.ScalarLimbs+1)*p.Threads
						limbs := bytes < p.CoarseShared
						if !held || !counted || !fits || !limbs ||
							p.ScalarsPerBlock%kernels.CountThreads != 0 {
							t.Errorf("%s, %+v, %d scalars, %d bytes: %+v",
								g.Name, shape, n, shared, p)
						}
					}
				}
			}
		}
	}
}

// Large chunks get blocks as large as the shared memory allows. Small ones get as many blocks as
// there are multiprocessors.
func TestPlanBucketSortThreads(t *testing.T) {
	g := planGroups[0]
	for _, test := range []struct{ n, shared, want int }{
		{1 << 24, 227 << 10, 1024},
		{1 << 24, 163 << 10, 1024},
		{1 << 24, 99 << 10, 256},
		{1 << 24, 64 << 10, 128},
		{1 << 16, 227 << 10, 128},
		{1 << 10, 227 << 10, 64},
	} {
		r := requestOf(g, shapeOf(g, 20, 13), test.n, 0)
		r.SharedBytes = test.shared
		if p := bucketSortOf(r, test.n, r.Shape.Buckets()); p.Threads != test.want {
			t.Errorf("%d scalars, %d bytes: blocks of %d threads, not %d",
				test.n, test.shared, p.Threads, test.want)
		}
	}
}

// The device waits for the first chunk alone. It is small, also if bases come along, and the others
// grow.
func TestFirstChunkIsSmall(t *testing.T) {
	g := planGroups[0]
	for _, along := range []bool{false, true} {
		r := requestOf(g, shapeOf(g, 16, 1), 1<<22, 8<<30)
		r.HostBases = along
		p := planOf(t, r)
		for i := 1; i < len(p.Chunks); i++ {
			if p.Chunks[i] < p.Chunks[i-1] {
				t.Errorf("chunks shrink: %v", p.Chunks)
			}
		}
		if len(p.Chunks) < 2 || p.Chunks[0] > 1<<22/8 {
			t.Errorf("chunks of %v", p.Chunks)
		}
	}
}
