package cuda

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// SumsAtOnce is the number of MSMs that a device works on at once, each with scratch memory of its own.
const SumsAtOnce = lanesPerDevice

// Rehearsal does with the memory of a device what a [Backend] does, but with numbers alone: there is no device, and there are
// no points. What is taken stays taken. It is for one goroutine.
type Rehearsal struct {
	planner
	config Config
}

// Rehearse begins with an empty device, all of whose memory limit may be used.
func Rehearse(c Config, multiprocessors int) *Rehearsal {
	return &Rehearsal{planner{memory: budget{limit: c.MemoryLimit}, multiprocessors: multiprocessors}, c}
}

// Load is [Backend.Load]. It returns how the bases are kept, and the bytes that they take.
func (r *Rehearsal) Load(g *Group, points int, spare uint64) (s Shape, bytes uint64, err error) {
	s, err = r.place(g, points, r.config.Window, r.config.Factor, spare, func(b uint64) error {
		bytes = b
		return r.memory.take(ofBases, b)
	})
	return s, bytes, err
}

// Stream is [Backend.Stream].
func (r *Rehearsal) Stream(g *Group, points int) error { return r.spareFor(g, points, r.config.Window) }

// Reserve is [Backend.Reserve].
func (r *Rehearsal) Reserve(bytes uint64) error { return r.memory.reserve(bytes) }

// Resident takes memory for vectors that stay, as [Workspace.Resident] does.
func (r *Rehearsal) Resident(bytes uint64) error { return r.memory.take(ofBases, bytes) }

// Vectors takes memory for a computation's vectors and tables.
func (r *Rehearsal) Vectors(bytes uint64) error { return r.memory.take(ofVectors, bytes) }

// Free gives back what Vectors took.
func (r *Rehearsal) Free(bytes uint64) { r.memory.give(ofVectors, bytes) }

// Room is [Workspace.Room], in bytes.
func (r *Rehearsal) Room(bytes uint64) bool { return bytes <= r.memory.beyond() }

// Spare is [Workspace.Spare].
func (r *Rehearsal) Spare() uint64 { return r.memory.left(ofBases) }

// Sum is an MSM to be planned.
type Sum struct {
	Group *Group
	// Bases is the shape of the bases, or nil for bases that are sent along.
	Bases *Shape
	// Points is the number of scalars of a vector, Vectors that of vectors that are computed with at once if possible.
	Points, Vectors int
	// DeviceScalars: the scalars are on the device before.
	DeviceScalars bool
}

// MultiExp plans an MSM within the memory that a lane may take by now. Where there is too little for all vectors at once it
// plans one for half of them, as [Bases.MultiExpBatch] would.
func (r *Rehearsal) MultiExp(s Sum) (*Plan, error) {
	memory, request := r.share(), r.scratch(s.Group, s.Points, r.config.Window, s.Bases == nil)
	shape, err := request.within(memory)
	if s.Bases != nil {
		shape, err = request.over(*s.Bases, memory)
	}
	if err != nil {
		return nil, err
	}
	plan, err := MakePlan(PlanRequest{
		Group: s.Group, Shape: shape, Vectors: s.Vectors, Points: s.Points, StreamBases: s.Bases == nil,
		DeviceScalars: s.DeviceScalars, Memory: memory, Multiprocessors: r.multiprocessors,
	})
	if s.Vectors > 1 && errors.Is(err, driver.ErrOutOfMemory) {
		s.Vectors /= 2
		return r.MultiExp(s)
	}
	return plan, err
}
