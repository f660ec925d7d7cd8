package plan

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// DryRun plans the memory of a device as a backend does, but in numbers alone.
//
// It needs no device and no points. A DryRun is for one goroutine.
type DryRun struct {
	planner        Planner
	window, factor int
}

// NewDryRun begins with an empty device, all of whose memory limit may be used. A window or factor
// other than 0 is fixed.
func NewDryRun(limit uint64, window, factor, multiprocessors int) *DryRun {
	return &DryRun{
		planner: Planner{Memory: Budget{Limit: limit}, Multiprocessors: multiprocessors},
		window:  window, factor: factor,
	}
}

// Load loads n bases with their multiples. The last headroom bytes of the memory get no multiples.
// It returns the shape of the bases and the bytes that they take.
func (r *DryRun) Load(g *Group, n int, headroom uint64) (s Shape, bytes uint64, err error) {
	s, err = r.planner.PlaceBases(g, n, r.window, r.factor, headroom, func(b uint64) error {
		bytes = b
		return r.planner.Memory.Take(ForBases, b)
	})
	return s, bytes, err
}

// Stream reserves the scratch memory for MSMs over n bases that come from the host.
func (r *DryRun) Stream(g *Group, n int) error { return r.planner.ReserveFor(g, n, r.window) }

// Reserve reserves memory for vectors.
func (r *DryRun) Reserve(bytes uint64) error { return r.planner.Memory.Reserve(bytes) }

// Resident takes memory for vectors that stay.
func (r *DryRun) Resident(bytes uint64) error { return r.planner.Memory.Take(ForBases, bytes) }

// Vectors takes memory for the vectors and tables of a computation.
func (r *DryRun) Vectors(bytes uint64) error { return r.planner.Memory.Take(ForVectors, bytes) }

// Free gives back memory that Vectors took.
func (r *DryRun) Free(bytes uint64) { r.planner.Memory.Give(ForVectors, bytes) }

// Room reports whether vectors may take the bytes beside all reservations.
func (r *DryRun) Room(bytes uint64) bool { return bytes <= r.planner.Memory.Unreserved() }

// Spare returns the memory that further bases may take beside all reservations.
func (r *DryRun) Spare() uint64 { return r.planner.Memory.Left(ForBases) }

// Sum is an MSM of a dry run.
type Sum struct {
	Group *Group
	// Bases is the shape of the bases, or nil for bases that come from the host.
	Bases *Shape
	// Points is the number of scalars of a vector, Vectors the number of vectors at once.
	Points, Vectors int
	// DeviceScalars: the scalars are on the device before.
	DeviceScalars bool
}

// location says where the scalars are.
func (s *Sum) location() Location {
	if s.DeviceScalars {
		return OnDevice
	}
	return OnHost
}

// MultiExp plans an MSM within the memory that a slot may take by now. If that does not suffice for
// all vectors at once, it plans half of them, as a backend would.
func (r *DryRun) MultiExp(s Sum) (*Plan, error) {
	memory := r.planner.Memory.SlotShare()
	request := r.planner.Scratch(s.Group, s.Points, r.window, s.Bases == nil)
	shape, err := request.Within(memory)
	if s.Bases != nil {
		shape, err = request.Over(*s.Bases, memory)
	}
	if err != nil {
		return nil, err
	}
	plan, err := Make(Request{
		Group: s.Group, Shape: shape, Vectors: s.Vectors, Points: s.Points,
		HostBases: s.Bases == nil, Scalars: s.location(),
		Memory: memory, Multiprocessors: r.planner.Multiprocessors,
	})
	if s.Vectors > 1 && errors.Is(err, driver.ErrOutOfMemory) {
		s.Vectors /= 2
		return r.MultiExp(s)
	}
	return plan, err
}
