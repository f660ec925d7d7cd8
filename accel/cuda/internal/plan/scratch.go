package plan

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Within returns the best shape without multiples that can be planned within the memory. The
// request has no shape and no memory yet.
//
// If the cheapest shape leaves too little room for its entries, others are tried. The error wraps
// [driver.ErrOutOfMemory] and says how much is needed.
func (r Request) Within(memory uint64) (Shape, error) {
	best, err := r.cheapest(memory)
	if err == nil && r.plan(best, memory) == nil {
		return best, nil
	}
	enough, err := r.Enough()
	if err != nil {
		return Shape{}, err
	}
	found, t := false, r.tuning()
	for s := range r.shapes {
		cheaper := !found || s.cost(r.Points, t) < best.cost(r.Points, t)
		if r.plan(s, memory) == nil && cheaper {
			best, found = s, true
		}
	}
	if !found {
		return Shape{}, fmt.Errorf(
			"%w: an MSM of %d points of %s needs %d bytes of scratch memory, there are %d",
			driver.ErrOutOfMemory, r.Points, r.Group.Name, enough, memory)
	}
	return best, nil
}

// Over is Within for bases with the multiples of a shape. It adapts the shape as far as the
// multiples allow.
func (r Request) Over(bases Shape, memory uint64) (Shape, error) {
	if bases.Factor == 1 {
		return r.Within(memory)
	}
	adapted := bases.adapt(r.Group, r.Points, r.tuning())
	if r.Window == 0 && r.plan(adapted, memory) == nil {
		return adapted, nil
	}
	return bases, nil
}

// Enough returns a memory size from which on Within always finds a shape. The chunks may then be of
// a few scalars. It fails if the kernels have no such window at all.
func (r Request) Enough() (uint64, error) {
	if _, err := r.cheapest(0); err != nil {
		return 0, err
	}
	least := ^uint64(0)
	for s := range r.shapes {
		chunk := min(r.Points, fewestScalars)
		chunks := []int{chunk, chunk}[:min(CeilDiv(r.Points, chunk), 2)]
		// With no memory at all the accumulation gets one block of threads. More threads get a part
		// of the memory at most, and one block more by rounding up.
		r.Shape, r.Memory = s, 0
		bytes := layOut(r, chunks).Layout.Bytes
		least = min(least, bytes+bytes/(threadShare-2))
	}
	return least, nil
}

// shapes yields the shapes without multiples that the kernels can run.
func (r Request) shapes(yield func(Shape) bool) {
	lowest, highest := widths(r.Window)
	for c := lowest; c <= highest; c++ {
		if s := shapeOf(r.Group, c, 1); s.usable(r.Points) && !yield(s) {
			return
		}
	}
}

func (r Request) plan(s Shape, memory uint64) error {
	r.Shape, r.Memory = s, memory
	_, err := Make(r)
	return err
}

// cheapest is the shape with the least work in a memory, 0 for any memory.
func (r Request) cheapest(memory uint64) (Shape, error) {
	return BestShape(ShapeRequest{
		Group: r.Group, Points: r.Points, Window: r.Window, Factor: 1,
		Scratch: memory, Tuning: r.Tuning,
	})
}
