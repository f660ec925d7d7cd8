package plan

import (
	"iter"
	"slices"
)

// chunks cuts n scalars, of all vectors, into chunks of at most maxChunk. If anything is sent, the
// copies hide under the compute.
func (r *Request) chunks(n, maxChunk int) []int {
	if r.Scalars == OnDevice && !r.HostBases {
		return even(n, maxChunk)
	}
	return r.costs().chunks(n, maxChunk)
}

// costModel predicts the time of an MSM whose copies hide under the compute. Times are in
// nanoseconds.
type costModel struct {
	copy    float64 // of a scalar, with its base if that comes along
	compute float64 // of a scalar
	chunk   float64 // of each chunk by itself
}

func (r *Request) costs() costModel {
	t := r.tuning()
	limbs, bytes := r.Group.CoordinateLimbs, 0
	if r.Scalars == OnHost {
		bytes += r.Group.ScalarBytes()
	}
	if r.HostBases {
		bytes += r.Group.PointBytes()
	}
	costs := t.chunk[limbs]
	return costModel{
		copy:    t.copyByte * float64(bytes),
		compute: t.computeEntry[limbs] * float64(r.Shape.Windows),
		chunk:   costs.each + costs.bucket*float64(r.vectors()*r.Shape.Buckets()),
	}
}

// growths are the ratios by which chunks may grow.
//
// The ratio of compute to copy keeps both busy. If that ratio is large, or the chunks are few, a
// larger ratio takes less time, because each chunk has a cost.
var growths = []float64{1.3, 1.6, 2, 2.3, 2.6, 3, 4, 5, 7, 9}

// maxGrowing is the largest number of chunks that grow.
const maxGrowing = 8

// chunks cuts n scalars into growing chunks that take the least time. None is larger than maxChunk.
func (c costModel) chunks(n, maxChunk int) []int {
	best, count, growth := c.time(n, maxChunk, 1, 1), 1, 1.0
	for k := 2; k <= maxGrowing; k++ {
		for _, g := range growths {
			if t := c.time(n, maxChunk, k, g); t < best {
				best, count, growth = t, k, g
			}
		}
	}
	if count == 1 {
		return even(n, maxChunk)
	}
	return slices.Collect(growing(n, maxChunk, count, growth))
}

// time is the end of the last chunk. A chunk begins once it is copied and the one before has ended.
func (c costModel) time(n, maxChunk, count int, growth float64) float64 {
	copied, ended := 0.0, 0.0
	for chunk := range growing(n, maxChunk, count, growth) {
		copied += c.copy * float64(chunk)
		ended = max(ended, copied) + c.compute*float64(chunk) + c.chunk
	}
	return ended
}

// growing yields count chunks of n scalars, each larger than the last by a ratio. Further chunks
// follow if maxChunk bounds these.
func growing(n, maxChunk, count int, growth float64) iter.Seq[int] {
	return func(yield func(int) bool) {
		sum := 0.0
		for range count {
			sum = sum*growth + 1
		}
		size := float64(n) / sum
		for i := 1; n > 0; i++ {
			chunk := min(max(int(size), 1), maxChunk, n)
			if i == count {
				chunk = min(n, maxChunk) // and the rest that rounding left
			}
			if !yield(chunk) {
				return
			}
			n -= chunk
			size = min(size*growth, float64(maxChunk))
		}
	}
}

// even cuts n into as few parts of at most maxChunk as possible, nearly equal.
func even(n, maxChunk int) []int {
	parts := CeilDiv(n, maxChunk)
	chunks := make([]int, parts)
	for i := range chunks {
		chunks[i] = n*(i+1)/parts - n*i/parts
	}
	return chunks
}
