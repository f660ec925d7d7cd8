package session

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Rehearsal notes down the decisions that an [Engine] would make, and the device memory that they
// take.
type Rehearsal struct {
	config  Config
	backend *cuda.Rehearsal
	plan    MemoryPlan
}

// NewRehearsal returns a rehearsal that has noted nothing down.
func NewRehearsal(backend *cuda.Rehearsal, limit uint64, config Config) *Rehearsal {
	return &Rehearsal{config: config, backend: backend, plan: MemoryPlan{Limit: limit}}
}

// Plan returns all that the rehearsal noted down.
func (r *Rehearsal) Plan() *MemoryPlan { return &r.plan }

// Reserve is [Engine.Reserve].
func (r *Rehearsal) Reserve(n int, bytes uint64) (kept bool) {
	if r.config.small(n) {
		return false
	}
	if err := r.backend.Reserve(bytes); err != nil {
		r.plan.Warnings = append(r.plan.Warnings, err.Error())
		return false
	}
	return true
}

// Load is [Engine.Load]: bases stay on the device, or are sent along, or are none of the device's.
func (r *Rehearsal) Load(name string, g *cuda.Group, points int, spare uint64) *PlannedBases {
	b := &PlannedBases{Name: name, Group: g.Name, Points: points, Place: OnCPU, group: g}
	if points > 0 {
		r.plan.Bases = append(r.plan.Bases, b)
	}
	if r.config.small(points) {
		return b
	}
	shape, bytes, err := r.backend.Load(g, points, spare)
	switch {
	case err == nil:
		b.Place, b.Bytes = OnDevice, bytes
		b.Multiples, b.Window, b.shape = shape.Factor, shape.Window, &shape
	case !OutOfMemory(err) || r.backend.Stream(g, points) != nil:
		r.plan.Warnings = append(r.plan.Warnings, name+": "+err.Error())
	default:
		b.Place = Sent
	}
	return b
}

// Spare is the memory, in bytes, that further vectors may take for good.
func (r *Rehearsal) Spare() uint64 { return r.backend.Spare() }

// Resident takes memory for vectors of n elements that stay between proofs. It reports whether the
// memory sufficed.
func (r *Rehearsal) Resident(name string, n int, bytes uint64) bool {
	return r.vectors(name, OnDevice, n, bytes, r.backend.Resident)
}

// Vectors takes memory for vectors of n elements that a proof has. It reports whether the memory
// sufficed.
func (r *Rehearsal) Vectors(name string, n int, bytes uint64) bool {
	return r.vectors(name, EachProof, n, bytes, r.backend.Vectors)
}

func (r *Rehearsal) vectors(name string, place Place, n int, bytes uint64,
	take func(uint64) error) bool {
	if r.config.small(n) {
		r.LeaveToCPU(name)
		return false
	}
	if err := take(bytes); err != nil {
		r.plan.Warnings = append(r.plan.Warnings, name+": "+err.Error())
		r.LeaveToCPU(name)
		return false
	}
	r.plan.Vectors = append(r.plan.Vectors, PlannedVectors{Name: name, Place: place, Bytes: bytes})
	return true
}

// Optional is Vectors for vectors that a proof has on the device only in memory that nothing
// reserves. Without such memory, the proof sends them with each sum.
func (r *Rehearsal) Optional(name string, n int, bytes uint64) bool {
	if r.config.small(n) {
		r.LeaveToCPU(name)
		return false
	}
	if !r.backend.Room(bytes) || r.backend.Vectors(bytes) != nil {
		r.plan.Vectors = append(r.plan.Vectors, PlannedVectors{Name: name, Place: Sent})
		return false
	}
	r.plan.Vectors = append(r.plan.Vectors,
		PlannedVectors{Name: name, Place: EachProof, Bytes: bytes})
	return true
}

// Abandon gives vectors of a proof back to whom something else is missing.
func (r *Rehearsal) Abandon(name string, bytes uint64) {
	r.backend.Free(bytes)
	for i, v := range r.plan.Vectors {
		if v.Name == name {
			r.plan.Vectors[i] = PlannedVectors{Name: name, Place: OnCPU}
		}
	}
}

// LeaveToCPU notes vectors down that the device has nothing to do with.
func (r *Rehearsal) LeaveToCPU(name string) {
	r.plan.Vectors = append(r.plan.Vectors, PlannedVectors{Name: name, Place: OnCPU})
}

// MultiExp plans an MSM over bases for each vector of scalars, all of them at once if possible.
func (r *Rehearsal) MultiExp(b *PlannedBases, scalars, vectors int, deviceScalars bool) {
	if b.Place == OnCPU || r.config.small(scalars*vectors) {
		return
	}
	if b.Place == Sent {
		vectors = 1 // each takes the points along
	}
	p, err := r.backend.MultiExp(cuda.Sum{Group: b.group, Bases: b.shape, Points: scalars,
		Vectors: vectors, DeviceScalars: deviceScalars})
	if err != nil {
		r.plan.Warnings = append(r.plan.Warnings, "sums over "+b.Name+": "+err.Error())
		return
	}
	r.plan.Sums = append(r.plan.Sums, PlannedSum{
		Over: b.Name, Scalars: scalars, Vectors: p.Vectors, Window: p.Window, Chunks: len(p.Chunks),
		Bytes: p.Layout.Bytes,
	})
}
