package plonk

import "github.com/gnark-accel/gnark-accel/internal/session"

// PlanReserve rehearses [Reserve].
func PlanReserve(r *session.Rehearsal, f *session.Field, s Shape, points uint64) (headroom uint64) {
	if !s.onDevice() {
		return 0
	}
	circuit := s.circuitBytes(f)
	if !r.Reserve(s.Rows, s.proofBytes(f)+circuit) {
		return 0
	}
	return headroomFor(circuit, points, r.Spare())
}

// PlanProof rehearses a [Proof].
func PlanProof(r *session.Rehearsal, f *session.Field, s Shape) {
	if !s.onDevice() {
		r.LeaveToCPU("polynomials")
		return
	}
	proof, circuit := s.proofBytes(f), s.circuitBytes(f)
	if !r.Vectors("polynomials", s.Rows, proof) {
		return
	}
	if stays(circuit, r.Spare()) {
		r.Resident("circuit", s.Rows, circuit)
	} else if !r.Vectors("circuit", s.Rows, circuit) {
		r.Abandon("polynomials", proof)
		return
	}
	if values := s.precomputedBytes(f); stays(values, r.Spare()) {
		r.Resident("values of the circuit", s.Rows, values)
	}
}
