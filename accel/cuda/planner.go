package cuda

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// planner decides what the memory of a device serves, and keeps the account of it. It touches no device: a device does what
// the planner decides, a [Rehearsal] only notes it down.
type planner struct {
	memory          budget
	multiprocessors int
}

// share is the memory that each lane may take.
func (p *planner) share() uint64 { return p.memory.share() }

// scratch asks for the scratch memory of an MSM of n points. One of none is planned as one of a single point.
func (p *planner) scratch(g *Group, n, window int, stream bool) scratchRequest {
	return scratchRequest{g, max(n, 1), window, stream, p.multiprocessors}
}

// spareFor keeps enough memory for the lanes that each can stream an MSM of n points.
func (p *planner) spareFor(g *Group, n, window int) error {
	enough, err := p.scratch(g, n, window, true).enough()
	if window != 0 && err != nil {
		return nil // a window that is fixed may be too wide for bases without multiples: these can only be resident
	}
	if err != nil {
		return err
	}
	if err := p.memory.spare(lanesPerDevice * enough); err != nil {
		return fmt.Errorf("MSMs of %d points of %s: %w", n, g.Name, err)
	}
	return nil
}

// place chooses the multiples that are kept of bases, when so much memory is kept for others that are loaded later, and takes
// memory for them: with fewer multiples where it is refused although the account allows it.
func (p *planner) place(g *Group, count, window, factor int, spare uint64, take func(bytes uint64) error) (Shape, error) {
	if err := p.spareFor(g, count, window); err != nil {
		return Shape{}, err
	}
	memory := p.forMultiples(factor, spare)
	for {
		s, err := p.shapeOfBases(g, count, window, factor, memory)
		if err != nil {
			return Shape{}, err
		}
		bytes := s.bytes(g, count)
		if err = take(bytes); err == nil || !errors.Is(err, driver.ErrOutOfMemory) || s.Factor == 1 {
			return s, err
		}
		memory = bytes / 2
	}
}

// forMultiples is the memory that bases may take with their multiples. factor is the number of multiples that is asked for,
// or 0 to choose it.
func (p *planner) forMultiples(factor int, spare uint64) uint64 {
	memory := minus(p.memory.left(ofBases), spare)
	if factor == 0 {
		memory /= 2 // of what is left, so that a key of several vectors gets multiples of each
	}
	return memory
}

// shapeOfBases chooses the multiples that are kept of bases within a memory: none where the lanes have too little for them.
func (p *planner) shapeOfBases(g *Group, count, window, factor int, memory uint64) (Shape, error) {
	scratch, request := p.memory.forLanes()/lanesPerDevice, p.scratch(g, count, window, false)
	s, err := PlanShape(ShapeRequest{
		Group: g, Bases: count, Points: count, Window: window, Factor: factor, Memory: memory, Scratch: scratch,
	})
	if errors.Is(err, driver.ErrOutOfMemory) || err == nil && request.plan(s, scratch) != nil {
		return request.within(scratch)
	}
	return s, err
}
