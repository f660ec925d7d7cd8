package plan

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
)

// Planner assigns the memory of a device to its uses, and keeps its account.
//
// It touches no device: a device carries its decisions out, and a dry one only counts.
type Planner struct {
	Memory          Budget
	Multiprocessors int
	Tuning          *Tuning // nil for [Hopper]
	// Window fixes the width of windows in bits, Factor the number of multiples per base. The plan
	// chooses each that is 0. Both are set before the first use.
	Window, Factor int
}

// Scratch asks for the scratch memory of an MSM over n resident bases. An MSM of none is planned as
// one of a single point.
func (p *Planner) Scratch(g *Group, n int) Request {
	return Request{
		Group: g, Points: max(n, 1), Window: p.Window,
		Multiprocessors: p.Multiprocessors, Tuning: p.Tuning,
	}
}

// ReserveFor reserves scratch memory for MSMs of n points that come from the host. Each slot can
// run one then. ReserveFor fails with [driver.ErrOutOfMemory] if the memory does not suffice.
func (p *Planner) ReserveFor(g *Group, n int) error {
	r := p.Scratch(g, n)
	r.HostBases = true
	enough, err := r.Enough()
	if p.Window != 0 && err != nil {
		// A fixed window may be too wide without multiples: such bases can only be resident.
		return nil
	}
	if err != nil {
		return err
	}
	if err := p.Memory.ReserveScratch(Slots * enough); err != nil {
		return fmt.Errorf("MSMs of %d points of %s: %w", n, g.Name, err)
	}
	return nil
}

// PlaceBases chooses the multiples of n bases, and has `take` take their memory.
//
// The last headroom bytes of the memory for bases get no multiples: they are for later bases. If
// `take` runs out of memory although the account allows it, PlaceBases chooses fewer multiples.
func (p *Planner) PlaceBases(
	g *Group, n int, headroom uint64, take func(bytes uint64) error,
) (Shape, error) {
	if err := p.ReserveFor(g, n); err != nil {
		return Shape{}, err
	}
	memory := p.forMultiples(p.Memory.Now().Left(ForBases), headroom)
	for {
		s, err := p.shapeOfBases(g, n, memory)
		if err != nil {
			return Shape{}, err
		}
		bytes := s.bytes(g, n)
		err = take(bytes)
		if !driver.OutOfMemory(err) || s.Factor == 1 {
			return s, err
		}
		memory = bytes / 2
	}
}

// Unaffected reports whether [Planner.PlaceBases] chooses as if `taken` bytes were free again.
func (p *Planner) Unaffected(g *Group, n int, headroom, taken uint64) bool {
	left := p.Memory.Now().Left(ForBases)
	now, err := p.shapeOfBases(g, n, p.forMultiples(left, headroom))
	if err != nil || now.bytes(g, n) > left {
		return false
	}
	then, err := p.shapeOfBases(g, n, p.forMultiples(left+taken, headroom))
	return err == nil && now == then
}

// forMultiples is the memory for bases and their multiples, if so much is left. The number of
// multiples is fixed unless Factor is 0.
func (p *Planner) forMultiples(left, headroom uint64) uint64 {
	memory := minus(left, headroom)
	if p.Factor == 0 {
		memory /= 2 // so that each of a key's vectors gets multiples
	}
	return memory
}

// shapeOfBases chooses the multiples that are kept of n bases within a memory. There are none if
// the slots have too little memory for them.
func (p *Planner) shapeOfBases(g *Group, n int, memory uint64) (Shape, error) {
	scratch, request := p.Memory.Now().ScratchFloor()/Slots, p.Scratch(g, n)
	s, err := BestShape(ShapeRequest{
		Group: g, Points: n, Window: p.Window, Factor: p.Factor,
		Memory: memory, Scratch: scratch, Tuning: p.Tuning,
	})
	if driver.OutOfMemory(err) || err == nil && request.plan(s, scratch) != nil {
		return request.Within(scratch)
	}
	return s, err
}
