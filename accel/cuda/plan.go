package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Limits of the kernels (accel/cuda/kernels/msm): widths of counters and tables in shared memory.
const (
	mostBins      = 2048
	mostFineBits  = 12
	mostBuckets   = mostBins << mostFineBits
	mostEntries   = 1<<32 - 1<<20
	mostHeld      = 16      // digits of a scalar, or entries of a tile, that a thread of a scatter holds
	spare         = 32      // counters of a scatter that are nobody's
	mostMultiples = 1 << 31 // bases times multiples: the index shares a word with the sign

	narrowestWindow = 2
	widestWindow    = 23

	coordinatesXYZZ = 4

	sides = 2 // buffers for what is sent along: one is filled while the other is read
)

// Shape is how scalars are cut into windows and windows spread over bucket sets.
type Shape struct {
	Window  int // width c in bits
	Windows int // windows of a scalar
	Factor  int // multiples kept of each base, itself included
	Sets    int // bucket sets of 2^(c−1) buckets; window w uses set w mod Sets and multiple w div Sets
}

// Buckets is the number of buckets of all sets.
func (s Shape) Buckets() int { return s.Sets << (s.Window - 1) }

// Doublings is the number of doublings from one multiple of a base to the next.
func (s Shape) Doublings() int { return s.Window * s.Sets }

// bytes is the memory that so many bases take with their multiples.
func (s Shape) bytes(g *Group, bases int) uint64 {
	return uint64(bases) * uint64(s.Factor) * uint64(g.PointBytes())
}

// shapeOf spreads the windows of width c over as few sets as the given number of multiples allows.
func shapeOf(g *Group, c, factor int) Shape {
	// One bit more than a scalar has, so that the top digit carries nothing out.
	windows := ceilDiv(g.ScalarBits+1, c)
	sets := ceilDiv(windows, min(factor, windows))
	return Shape{Window: c, Windows: windows, Factor: ceilDiv(windows, sets), Sets: sets}
}

// cost estimates the work of an MSM of n points.
func (s Shape) cost(n int, t *tuning) float64 {
	return t.entryCost*float64(n+t.waiting)*float64(s.Windows) + t.bucketCost*float64(s.Buckets())
}

// usable says whether the kernels can run the shape at all, with as few as one scalar a chunk.
func (s Shape) usable(bases int) bool {
	return s.Buckets() <= mostBuckets && uint64(bases)*uint64(s.Factor) <= mostMultiples
}

// adapt returns the best shape for n points over the multiples that s has: windows narrower by a whole factor, with as
// many times the sets, keep the doublings between two multiples.
func (s Shape) adapt(g *Group, n int, t *tuning) Shape {
	best := s
	for c := narrowestWindow; c < s.Window; c++ {
		if s.Doublings()%c != 0 {
			continue
		}
		a := Shape{Window: c, Windows: ceilDiv(g.ScalarBits+1, c), Factor: s.Factor, Sets: s.Doublings() / c}
		if a.cost(n, t) < best.cost(n, t) {
			best = a
		}
	}
	return best
}

// ShapeRequest asks for the best shape.
type ShapeRequest struct {
	Group  *Group
	Bases  int    // bases kept, each with its multiples
	Points int    // points of an MSM, typically all bases
	Window int    // fixed width, or 0
	Factor int    // fixed number of multiples, or 0 to choose it
	Memory uint64 // bytes for the bases and their multiples
	// Scratch is the memory that an MSM may take, in bytes, or 0 for no limit. Buckets take a part of it at most, as
	// entries need room too.
	Scratch uint64
}

// bucketShare is the part of the scratch memory that buckets may take: one in so many bytes.
const bucketShare = 3

// threadShare is the part of the memory that the heads and tails of the accumulation's threads may take, likewise.
const threadShare = 6

// PlanShape chooses window width and number of multiples for the least work within the memory. A fixed factor is an
// upper bound: more multiples than windows are of no use.
func PlanShape(r ShapeRequest) (Shape, error) {
	return planShape(r, &hopper)
}

func planShape(r ShapeRequest, t *tuning) (Shape, error) {
	lowest, highest := narrowestWindow, widestWindow
	if r.Window != 0 {
		if r.Window < lowest || r.Window > highest {
			return Shape{}, fmt.Errorf("window width %d is not between %d and %d", r.Window, lowest, highest)
		}
		lowest, highest = r.Window, r.Window
	}
	var best Shape
	found := false
	for c := lowest; c <= highest; c++ {
		for factor := ceilDiv(r.Group.ScalarBits+1, c); factor >= 1; factor-- {
			s := shapeOf(r.Group, c, factor)
			bucketBytes := uint64(s.Buckets()) * uint64(coordinatesXYZZ/2*r.Group.PointBytes())
			if (r.Factor != 0 && s.Factor > r.Factor) || (s.Factor > 1 && s.bytes(r.Group, r.Bases) > r.Memory) ||
				(r.Scratch != 0 && bucketBytes > r.Scratch/bucketShare) || !s.usable(r.Bases) {
				continue
			}
			if !found || s.cost(r.Points, t) < best.cost(r.Points, t) {
				best, found = s, true
			}
		}
	}
	if !found {
		return Shape{}, fmt.Errorf("%w: no window width serves %d bases of %s within %d bytes",
			driver.ErrOutOfMemory, r.Bases, r.Group.Name, r.Scratch)
	}
	return best, nil
}

// Plan is one MSM laid out, or several at once over the same bases: everything that the kernels need, decided before the
// first one runs. It is a pure function of [PlanRequest].
type Plan struct {
	Shape
	// Vectors is the number of MSMs. Each has its own sets.
	Vectors int
	// Chunks are the numbers of scalars, of all vectors one behind the other, that go through the device one after the
	// other, into the same buckets.
	Chunks []int

	Partition   Partition
	Pairing     [][]Round // of each chunk
	Runs                  // of the accumulation
	LongestWalk int       // heads that a thread folds
	LongestSpan int       // heads that a warp folds
	Lines                 // of the reduction

	// Layout is where the buffers lie in one allocation.
	Layout Layout
}

// Layout holds the offset of each buffer in bytes.
type Layout struct {
	Scalars, Bases             [sides]uint64 // for what is sent along; the same buffer if there is one chunk
	BinKeys, BinValues, Values uint64
	Counters                   uint64 // cleared for every chunk: bin counts, bucket counts, the count of long spans
	BinCount, BucketCount      uint64
	LongCount                  uint64
	CountersEnd                uint64
	BinStart, BinCursor        uint64
	TileStart, BucketStart     uint64
	PairStart, Halves          [2]uint64 // of the rounds of pairing, in turn
	Pairs                      uint64
	Buckets, BucketsEnd        uint64 // cleared for every MSM
	Heads, Tails, TailBucket   uint64
	LongSpans                  uint64
	Rows, Columns, Results     uint64
	// Bytes is the size of the whole.
	Bytes uint64
}

// PlanRequest asks for a plan.
type PlanRequest struct {
	Group           *Group
	Shape           Shape
	Vectors         int    // vectors of scalars, or 0 for one
	Points          int    // scalars of a vector
	StreamBases     bool   // the bases come with the scalars
	DeviceScalars   bool   // the scalars are on the device, outside the layout
	Memory          uint64 // bytes that the layout may take
	Multiprocessors int
	SharedBytes     int // shared memory that a block can have
}

func (r *PlanRequest) vectors() int { return max(r.Vectors, 1) }

// Results is the number of points that the device hands back.
func (p *Plan) Results() int { return p.AllSets() * p.Window }

// AllSets is the number of bucket sets of all vectors.
func (p *Plan) AllSets() int { return p.Vectors * p.Sets }

// AllBuckets is the number of their buckets.
func (p *Plan) AllBuckets() int { return p.Vectors * p.Buckets() }

// MakePlan lays an MSM out in as few chunks as the memory allows, and in a few growing ones if it is large and anything has
// to be copied, so that copies hide under the compute. It fails with [driver.ErrOutOfMemory] if not even a chunk of a few scalars fits.
func MakePlan(r PlanRequest) (*Plan, error) {
	return makePlan(r, &hopper)
}

const fewestScalars = 256 // of a chunk, if memory is short

func makePlan(r PlanRequest, t *tuning) (*Plan, error) {
	if r.vectors()*r.Shape.Buckets() > mostBuckets {
		return nil, fmt.Errorf("%w: %d MSMs of %s with windows of %d bits have more than %d buckets",
			driver.ErrOutOfMemory, r.vectors(), r.Group.Name, r.Shape.Window, mostBuckets)
	}
	scalars := r.vectors() * r.Points
	most := min(scalars, mostEntries/r.Shape.Windows)
	if paired := r.mostPaired(t) / r.Shape.Windows; paired > 0 {
		most = min(most, paired)
	}
	// The layout grows with the largest chunk: what does not fit at once is cut to the largest that fits, by bisection.
	if p := layOut(r, r.chunks(scalars, most, t), t); p.Layout.Bytes <= r.Memory {
		return p, r.worthwhile(p, t)
	}
	low, high := min(fewestScalars, most), most
	if p := layOut(r, []int{low, low}, t); p.Layout.Bytes > r.Memory {
		return nil, fmt.Errorf("%w: an MSM of %s with windows of %d bits needs %d bytes, %d are free for it",
			driver.ErrOutOfMemory, r.Group.Name, r.Shape.Window, p.Layout.Bytes, r.Memory)
	}
	for high-low > high/16 {
		middle := low + (high-low)/2
		if layOut(r, []int{middle, middle}, t).Layout.Bytes <= r.Memory {
			low = middle
		} else {
			high = middle
		}
	}
	p := layOut(r, r.chunks(scalars, low, t), t)
	return p, r.worthwhile(p, t)
}

// worthwhile refuses several MSMs at once whose buckets leave so little room that they take more chunks than one after the
// other.
func (r PlanRequest) worthwhile(p *Plan, t *tuning) error {
	if r.vectors() == 1 {
		return nil
	}
	r.Vectors = 1
	if alone, err := makePlan(r, t); err == nil && len(p.Chunks) > p.Vectors*len(alone.Chunks) {
		return fmt.Errorf("%w: %d MSMs of %s at once leave no room for their scalars in %d bytes",
			driver.ErrOutOfMemory, p.Vectors, r.Group.Name, r.Memory)
	}
	return nil
}

// layOut sizes everything for the given chunks.
func layOut(r PlanRequest, chunks []int, t *tuning) *Plan {
	p := &Plan{Shape: r.Shape, Vectors: r.vectors(), Chunks: chunks, LongestWalk: t.longestWalk, LongestSpan: t.longestSpan}
	n := largest(chunks)
	entries := n * p.Windows
	buckets := p.AllBuckets()

	p.Partition = planPartition(r, n, buckets)
	for _, chunk := range chunks {
		p.Pairing = append(p.Pairing, r.pairing(chunk*p.Windows, buckets, t))
	}

	p.cutRuns(r, entries, t)
	p.cutLines(r, buckets)
	p.Layout = layoutOf(r, p, n, entries, buckets)
	return p
}

// layoutOf places the buffers one after the other, each at a multiple of 256 bytes.
func layoutOf(r PlanRequest, p *Plan, n, entries, buckets int) Layout {
	var l Layout
	point := uint64(pointBytesXYZZ(r.Group))
	place := func(count int, size uint64) uint64 {
		at := l.Bytes
		l.Bytes = (l.Bytes + uint64(count)*size + 255) &^ 255
		return at
	}
	for i := range min(len(p.Chunks), sides) {
		if !r.DeviceScalars {
			l.Scalars[i] = place(n, uint64(r.Group.ScalarBytes()))
		}
		if r.StreamBases {
			l.Bases[i] = place(n, uint64(r.Group.PointBytes()))
		}
	}
	if len(p.Chunks) == 1 {
		l.Scalars[1], l.Bases[1] = l.Scalars[0], l.Bases[0]
	}
	l.BinKeys = place(entries, 2)
	l.BinValues = place(entries, 4)
	l.Values = place(entries, 4)
	l.Counters = l.Bytes
	l.BinCount = place(p.Partition.Bins, 4)
	l.BucketCount = place(p.Partition.Bins<<p.Partition.FineBits, 4)
	l.LongCount = place(1, 4)
	l.CountersEnd = l.Bytes
	l.BinStart = place(p.Partition.Bins+1, 4)
	l.BinCursor = place(p.Partition.Bins, 4)
	l.TileStart = place(p.Partition.Bins+1, 4)
	l.BucketStart = place(buckets+1, 4)
	for i := range l.Halves {
		if slots := p.mostSlots(i); slots > 0 {
			l.PairStart[i] = place(buckets+1, 4)
			l.Halves[i] = place(slots, uint64(r.Group.PointBytes()))
		}
	}
	l.Pairs = place(p.mostSlots(0), 8)
	l.Buckets = place(buckets, point)
	l.BucketsEnd = l.Bytes
	l.Heads = place(p.Threads, point)
	l.Tails = place(p.Threads, point)
	l.TailBucket = place(p.Threads, 4)
	l.LongSpans = place(3*(p.Threads/p.LongestSpan+1), 4)
	l.Rows = place(p.AllSets()<<p.RowBits, point)
	l.Columns = place(p.AllSets()<<p.ColumnBits, point)
	l.Results = place(p.Results(), point)
	return l
}

func pointBytesXYZZ(g *Group) int { return coordinatesXYZZ * 8 * g.CoordinateLimbs }

func ceilDiv(a, b int) int { return (a + b - 1) / b }

func roundUp(a, b int) int { return ceilDiv(a, b) * b }
