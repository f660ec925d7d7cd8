// Package plan decides how work is laid out on a device: shapes, chunks, layouts, memory.
//
// Everything here is arithmetic on numbers. A plan is a pure function of its request, and nothing
// touches a device. All memory is in bytes.
package plan

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// fewestScalars is the size of a chunk if memory is short.
const fewestScalars = 256

// Plan is the layout of an MSM, or of several MSMs over the same bases.
//
// It holds everything that the kernels need, decided before the first one runs. It is a pure
// function of a [Request].
type Plan struct {
	Shape
	// Vectors is the number of MSMs. Each has sets of its own.
	Vectors int
	// Chunks are numbers of scalars, of all vectors one behind the other. The chunks go through
	// the device one after the other, into the same buckets.
	Chunks []int

	BucketSort  BucketSort
	Rounds      [][]Round // batch-affine additions of each chunk
	Runs                  // of the accumulation
	LongestWalk int       // heads that a thread folds
	LongestSpan int       // heads that a warp folds
	Lines                 // of the reduction

	// Layout is where the buffers lie in one allocation.
	Layout Layout
}

// Results is the number of points that the device hands back.
func (p *Plan) Results() int { return p.AllSets() * p.Window }

// MaxResults is the number of an MSM's results that no plan exceeds.
func MaxResults(g *Group) int { return g.ScalarBits + widestWindow }

// AllSets is the number of bucket sets of all vectors.
func (p *Plan) AllSets() int { return p.Vectors * p.Sets }

// AllBuckets is the number of buckets of all vectors.
func (p *Plan) AllBuckets() int { return p.Vectors * p.Buckets() }

// Make lays an MSM out in as few chunks as the memory allows.
//
// A large MSM with anything to copy gets a few growing chunks, so that copies hide under the
// compute. Make fails with [driver.ErrOutOfMemory] if not even a chunk of a few scalars fits.
func Make(r Request) (*Plan, error) {
	if r.vectors()*r.Shape.Buckets() > maxBuckets {
		return nil, fmt.Errorf(
			"%w: %d MSMs of %s with windows of %d bits have more than %d buckets",
			driver.ErrOutOfMemory, r.vectors(), r.Group.Name, r.Shape.Window, maxBuckets)
	}
	if r.vectors()*r.Shape.Sets > maxSets {
		return nil, fmt.Errorf("%w: %d MSMs of %s with windows of %d bits have more than %d sets",
			driver.ErrOutOfMemory, r.vectors(), r.Group.Name, r.Shape.Window, maxSets)
	}
	scalars := r.vectors() * r.Points
	maxChunk := min(scalars, maxEntries/r.Shape.Windows)
	if batched := r.maxBatchAffine() / r.Shape.Windows; batched > 0 {
		maxChunk = min(maxChunk, batched)
	}
	p := layOut(r, r.chunks(scalars, maxChunk))
	if p.Layout.Bytes > r.Memory {
		chunk, err := r.largestChunk(maxChunk)
		if err != nil {
			return nil, err
		}
		p = layOut(r, r.chunks(scalars, chunk))
	}
	return p, r.worthwhile(p)
}

// largestChunk finds by bisection the largest chunk whose layout fits the memory. The layout grows
// with the largest chunk.
func (r Request) largestChunk(maxChunk int) (int, error) {
	low, high := min(fewestScalars, maxChunk), maxChunk
	if p := layOut(r, []int{low, low}); p.Layout.Bytes > r.Memory {
		return 0, fmt.Errorf(
			"%w: an MSM of %s with windows of %d bits needs %d bytes, %d are free for it",
			driver.ErrOutOfMemory, r.Group.Name, r.Shape.Window, p.Layout.Bytes, r.Memory)
	}
	for high-low > high/16 {
		middle := low + (high-low)/2
		if layOut(r, []int{middle, middle}).Layout.Bytes <= r.Memory {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}

// worthwhile refuses several MSMs at once if their buckets leave too little room for entries. That
// is so if they take more chunks together than one after the other.
func (r Request) worthwhile(p *Plan) error {
	if r.vectors() == 1 {
		return nil
	}
	r.Vectors = 1
	if alone, err := Make(r); err == nil && len(p.Chunks) > p.Vectors*len(alone.Chunks) {
		return fmt.Errorf("%w: %d MSMs of %s at once leave no room for their scalars in %d bytes",
			driver.ErrOutOfMemory, p.Vectors, r.Group.Name, r.Memory)
	}
	return nil
}

// layOut sizes everything for the given chunks.
func layOut(r Request, chunks []int) *Plan {
	t := r.tuning()
	p := &Plan{
		Shape: r.Shape, Vectors: r.vectors(), Chunks: chunks,
		LongestWalk: t.longestWalk, LongestSpan: t.longestSpan,
	}
	n := slices.Max(chunks)
	entries := n * p.Windows
	buckets := p.AllBuckets()

	p.BucketSort = bucketSortOf(r, n, buckets)
	for _, chunk := range chunks {
		p.Rounds = append(p.Rounds, r.rounds(chunk*p.Windows, buckets))
	}
	p.Runs = r.runs(entries)
	p.Lines = LinesOf(r, p.Window, buckets)
	p.Layout = layoutOf(r, p, n, entries, buckets)
	return p
}
