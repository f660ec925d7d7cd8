package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// SumsAtOnce are sums over the same points that a proof computes at once.
type SumsAtOnce struct{ Scalars, Sums int }

// CanonicalSums are the largest sums over points in canonical form in a proof of n rows: those of
// the quotient's shards, and that of one polynomial.
func CanonicalSums(n int) []SumsAtOnce { return []SumsAtOnce{{n + 2, 3}, {n + 2, 1}} }

// Plan loads the key of a circuit and makes a proof with it, in numbers alone: it does what
// hooks/plonk and a [Proof] do.
func (s Shape) Plan(r *session.Rehearsal, f *session.Field, g1 *cuda.Group) *session.MemoryPlan {
	canonicalPoints := s.Rows + 3
	size := func(points int) uint64 { return uint64(points * g1.PointBytes()) }
	headroom := s.planReserve(r, f, size(canonicalPoints)+size(s.Rows))
	canonical := r.Load("canonical", g1, canonicalPoints, headroom+size(s.Rows))
	lagrange := r.Load("Lagrange", g1, s.Rows, headroom)
	s.planProof(r, f)
	// Commitments are summed with values from the host.
	r.MultiExp(lagrange, s.Rows, 1, s.Commitments == 0)
	for _, sums := range CanonicalSums(s.Rows) {
		r.MultiExp(canonical, sums.Scalars, sums.Sums, true)
	}
	return r.Plan()
}

// planReserve rehearses [Reserve].
func (s Shape) planReserve(r *session.Rehearsal, f *session.Field, points uint64) uint64 {
	if !s.onDevice() {
		return 0
	}
	circuit := s.circuitBytes(f)
	if !r.Reserve(s.Rows, s.proofBytes(f)+circuit) {
		return 0
	}
	return headroomFor(circuit, points, r.Spare())
}

// planProof rehearses a [Proof].
func (s Shape) planProof(r *session.Rehearsal, f *session.Field) {
	if !s.onDevice() {
		r.LeaveToCPU("polynomials")
		return
	}
	proof, circuit := s.proofBytes(f), s.circuitBytes(f)
	if !r.Vectors("polynomials", s.Rows, proof) {
		return
	}
	if cuda.MayStay(circuit, r.Spare()) {
		r.Resident("circuit", s.Rows, circuit)
	} else if !r.Vectors("circuit", s.Rows, circuit) {
		r.Abandon("polynomials", proof)
		return
	}
	if values := s.precomputedBytes(f); cuda.MayStay(values, r.Spare()) {
		r.Resident("values of the circuit", s.Rows, values)
	}
}
