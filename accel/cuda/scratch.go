package cuda

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// scratchRequest asks how an MSM over bases without multiples goes through the device's scratch memory.
type scratchRequest struct {
	group           *Group
	points          int
	window          int  // fixed width, or 0
	stream          bool // the bases come with the scalars
	multiprocessors int
}

// within returns the best shape that can be planned within the memory, in bytes. Where the one that costs least leaves
// too little room for its entries, others are tried. The error wraps [driver.ErrOutOfMemory] and says what is needed.
func (r scratchRequest) within(memory uint64) (Shape, error) {
	best, err := PlanShape(ShapeRequest{
		Group: r.group, Bases: r.points, Points: r.points, Window: r.window, Factor: 1, Scratch: memory,
	})
	if err == nil && r.plan(best, memory) == nil {
		return best, nil
	}
	enough, err := r.enough()
	if err != nil {
		return Shape{}, err
	}
	found := false
	for s := range r.shapes {
		if r.plan(s, memory) == nil && (!found || s.cost(r.points, &hopper) < best.cost(r.points, &hopper)) {
			best, found = s, true
		}
	}
	if !found {
		return Shape{}, fmt.Errorf("%w: an MSM of %d points of %s needs %d bytes of scratch memory, there are %d",
			driver.ErrOutOfMemory, r.points, r.group.Name, enough, memory)
	}
	return best, nil
}

// over is within for bases that have the multiples of a shape: it is adapted as far as these allow.
func (r scratchRequest) over(bases Shape, memory uint64) (Shape, error) {
	if bases.Factor == 1 {
		return r.within(memory)
	}
	if adapted := bases.adapt(r.group, r.points, &hopper); r.window == 0 && r.plan(adapted, memory) == nil {
		return adapted, nil
	}
	return bases, nil
}

// enough returns a memory, in bytes, from which on within always finds a shape, of chunks of a few scalars if need be. It
// fails if the kernels have no such window at all.
func (r scratchRequest) enough() (uint64, error) {
	unlimited := ShapeRequest{Group: r.group, Bases: r.points, Points: r.points, Window: r.window, Factor: 1}
	if _, err := PlanShape(unlimited); err != nil {
		return 0, err
	}
	least := ^uint64(0)
	for s := range r.shapes {
		chunk := min(r.points, fewestScalars)
		chunks := []int{chunk, chunk}[:min(ceilDiv(r.points, chunk), 2)]
		// With no memory at all the accumulation gets one block of threads. More threads get a part of the memory at most,
		// and one block more by rounding up.
		bytes := layOut(r.request(s, 0), chunks, &hopper).Layout.Bytes
		least = min(least, bytes+bytes/(threadShare-2))
	}
	return least, nil
}

// shapes yields the shapes without multiples that the kernels can run.
func (r scratchRequest) shapes(yield func(Shape) bool) {
	lowest, highest := narrowestWindow, widestWindow
	if r.window != 0 {
		lowest, highest = r.window, r.window
	}
	for c := lowest; c <= highest; c++ {
		if s := shapeOf(r.group, c, 1); s.usable(r.points) && !yield(s) {
			return
		}
	}
}

func (r scratchRequest) plan(s Shape, memory uint64) error {
	_, err := MakePlan(r.request(s, memory))
	return err
}

func (r scratchRequest) request(s Shape, memory uint64) PlanRequest {
	return PlanRequest{
		Group: r.group, Shape: s, Points: r.points, StreamBases: r.stream,
		Memory: memory, Multiprocessors: r.multiprocessors,
	}
}
