package groth16

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Sizes are the numbers of points of a key's vectors, and of the wires that they meet.
type Sizes struct {
	Domain     int // elements
	Wires      int
	A, B, K, Z int // B in both groups
	// Commitments has the numbers of private values that are committed to.
	Commitments []int
}

// Curve describes a curve to a plan.
type Curve struct {
	Field  *session.Field
	G1, G2 *cuda.Group
}

// Plan loads a key of these sizes and makes a proof with it, in numbers alone, as the hooks and
// [Sums] do.
func (s Sizes) Plan(r *session.Rehearsal, c Curve) *session.MemoryPlan {
	s.planReserve(r, c)
	g1 := s.vectors()
	b2 := r.Load("B in G2", c.G2, s.B, bytesOf(c.G1, g1))
	loaded := make([]*session.PlannedBases, len(g1))
	for i, v := range g1 {
		loaded[i] = r.Load(v.name, c.G1, v.points, bytesOf(c.G1, g1[i+1:]))
	}
	wires := s.planWires(r, c)
	s.planQuotient(r, c)
	r.MultiExp(b2, s.B, 1, wires)
	for i, v := range g1 {
		r.MultiExp(loaded[i], v.points, 1, v.name == "Z" || wires && v.meetsWires)
	}
	return r.Plan()
}

// planReserve rehearses [ReserveQuotient].
func (s Sizes) planReserve(r *session.Rehearsal, c Curve) {
	if s.Domain >= 2 {
		r.Reserve(s.Domain, quotientBytes(c.Field, s.Domain))
	}
}

// planQuotient rehearses [Quotient].
func (s Sizes) planQuotient(r *session.Rehearsal, c Curve) {
	if s.Domain >= 2 {
		r.Vectors("quotient", s.Domain, quotientBytes(c.Field, s.Domain))
	}
}

// planWires rehearses [Proof.Send], and says whether sums find the wires on the device.
func (s Sizes) planWires(r *session.Rehearsal, c Curve) bool {
	var indices, values cuda.Layout
	values.Vector(s.Wires)
	for _, selected := range s.selected() {
		indices.Vector(cuda.IndexElements(c.Field.Descriptor(), selected))
		values.Vector(selected)
	}
	sent := indices.Length
	if bytes := c.Field.Bytes(sent); sent > 0 && cuda.MayStay(bytes, r.Spare()) {
		r.Resident("indices of wires", s.Wires, bytes)
		sent = 0
	}
	return r.Optional("wires", s.Wires, c.Field.Bytes(sent+values.Length))
}

// selected returns the numbers of wires that are selected by indices: those of A and B, unless
// they are all, and those of K, unless no private wire is hidden.
func (s Sizes) selected() (indices []int) {
	for _, n := range []int{s.A, s.B} {
		if n < s.Wires {
			indices = append(indices, n)
		}
	}
	if len(s.Commitments) > 0 {
		indices = append(indices, s.K)
	}
	return indices
}

// sizedVector is a vector of points in numbers.
type sizedVector struct {
	name       string
	points     int
	meetsWires bool // of a proof, in a sum
}

// vectors lists the vectors in G1 in the order in which the hooks load them.
func (s Sizes) vectors() []sizedVector {
	all := []sizedVector{{"Z", s.Z, false}, {"K", s.K, true}, {"A", s.A, true}, {"B", s.B, true}}
	for i, n := range s.Commitments {
		all = append(all,
			sizedVector{fmt.Sprintf("commitment %d", i), n, false},
			sizedVector{fmt.Sprintf("commitment %d, knowledge", i), n, false})
	}
	return all
}

// bytesOf returns the memory of vectors' points.
func bytesOf(g *cuda.Group, vectors []sizedVector) (bytes uint64) {
	for _, v := range vectors {
		bytes += uint64(v.points * g.PointBytes())
	}
	return bytes
}
