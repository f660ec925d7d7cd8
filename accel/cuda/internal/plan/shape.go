package plan

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Shape is how scalars are cut into windows, and windows spread over bucket sets.
type Shape struct {
	Window  int // width c in bits
	Windows int // windows of a scalar
	Factor  int // multiples kept of each base, itself included
	Sets    int // sets of 2^(c−1) buckets; window w uses set w mod Sets and multiple w div Sets
}

// Buckets is the number of buckets of all sets.
func (s Shape) Buckets() int { return s.Sets << (s.Window - 1) }

// Doublings is the number of doublings from one multiple of a base to the next.
func (s Shape) Doublings() int { return s.Window * s.Sets }

// bytes is the memory of n bases with their multiples.
func (s Shape) bytes(g *Group, n int) uint64 {
	return uint64(n) * uint64(s.Factor) * uint64(g.PointBytes())
}

// shapeOf spreads windows of width c over as few sets as factor allows. The factor is the number of
// multiples.
func shapeOf(g *Group, c, factor int) Shape {
	// One bit more than a scalar has, so that the top digit carries nothing out.
	windows := CeilDiv(g.ScalarBits+1, c)
	sets := CeilDiv(windows, min(factor, windows))
	return Shape{Window: c, Windows: windows, Factor: CeilDiv(windows, sets), Sets: sets}
}

// cost estimates the work of an MSM of n points.
func (s Shape) cost(n int, t *Tuning) float64 {
	entries := float64(n+t.waiting) * float64(s.Windows)
	return t.entryCost*entries + t.bucketCost*float64(s.Buckets())
}

// usable reports whether the kernels can run the shape. Chunks may have one scalar if need be.
func (s Shape) usable(bases int) bool {
	return s.Buckets() <= maxBuckets && uint64(bases)*uint64(s.Factor) <= maxMultiples
}

// adapt returns the best shape for n points over the multiples that s has.
//
// Windows may become narrower by an integer factor, with that factor times the sets: the number
// of doublings between two multiples stays.
func (s Shape) adapt(g *Group, n int, t *Tuning) Shape {
	best := s
	for c := narrowestWindow; c < s.Window; c++ {
		if s.Doublings()%c != 0 {
			continue
		}
		windows := CeilDiv(g.ScalarBits+1, c)
		a := Shape{Window: c, Windows: windows, Factor: s.Factor, Sets: s.Doublings() / c}
		if a.cost(n, t) < best.cost(n, t) {
			best = a
		}
	}
	return best
}

// ShapeRequest asks for the best shape.
type ShapeRequest struct {
	Group  *Group
	Points int    // of an MSM, over as many bases that are kept with their multiples
	Window int    // fixed width, or 0
	Factor int    // most multiples of a base, or 0 to choose their number
	Memory uint64 // bytes for the bases and their multiples
	// Scratch is the scratch memory of an MSM in bytes, or 0 for no limit. Buckets take only a
	// part of it, because entries need room too.
	Scratch uint64
	Tuning  *Tuning // nil for [Hopper]
}

// bucketShare limits buckets to one in bucketShare bytes of the scratch memory.
const bucketShare = 3

// BestShape chooses window width and number of multiples for the least work within the memory.
//
// It fails with [driver.ErrOutOfMemory] if no window width fits.
func BestShape(r ShapeRequest) (Shape, error) {
	t := r.Tuning.orHopper()
	lowest, highest := widths(r.Window)
	if lowest < narrowestWindow || highest > widestWindow {
		return Shape{}, fmt.Errorf("window width %d is not between %d and %d",
			r.Window, narrowestWindow, widestWindow)
	}
	var best Shape
	found := false
	for c := lowest; c <= highest; c++ {
		for factor := CeilDiv(r.Group.ScalarBits+1, c); factor >= 1; factor-- {
			s := shapeOf(r.Group, c, factor)
			if r.allows(s) && (!found || s.cost(r.Points, t) < best.cost(r.Points, t)) {
				best, found = s, true
			}
		}
	}
	if !found {
		return Shape{}, fmt.Errorf("%w: no window width serves %d bases of %s within %d bytes",
			driver.ErrOutOfMemory, r.Points, r.Group.Name, r.Scratch)
	}
	return best, nil
}

// widths are the window widths to try: a fixed one, or all for 0.
func widths(fixed int) (lowest, highest int) {
	if fixed != 0 {
		return fixed, fixed
	}
	return narrowestWindow, widestWindow
}

// allows reports whether a shape keeps to the request's limits.
func (r *ShapeRequest) allows(s Shape) bool {
	buckets := uint64(s.Buckets()) * uint64(r.Group.bucketPointBytes())
	switch {
	case r.Factor != 0 && s.Factor > r.Factor:
		return false
	case s.Factor > 1 && s.bytes(r.Group, r.Points) > r.Memory:
		return false
	case r.Scratch != 0 && buckets > r.Scratch/bucketShare:
		return false
	default:
		return s.usable(r.Points)
	}
}
