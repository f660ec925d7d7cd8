package plonk

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// precomputed has the values of a circuit's polynomials that every proof needs. [Circuit.Prepare]
// or one proof computes them and leaves them to the proofs that follow, for as long as nothing
// else needs the memory.
type precomputed struct {
	kept *cuda.Kept
	onH  []*cuda.Vector // S1, S2, S3, in natural order
	// onCosets has for each coset, in bit-reversed order: Ql, Qr, Qm, Qo, S1, S2, S3, Qcp, L₁.
	onCosets [][]*cuda.Vector

	// Guarded by the circuit's mutex.
	filling, filled bool
}

// newPrecomputed lays the values out.
func newPrecomputed(s Shape, l *layout) *precomputed {
	p := &precomputed{onH: l.vectors(3, s.Rows)}
	for range Cosets(s.Rows) {
		p.onCosets = append(p.onCosets, l.vectors(s.columns(), s.Rows))
	}
	return p
}

// precomputedBytes is the memory of the values that every proof needs.
func (s Shape) precomputedBytes(f *session.Field) uint64 {
	var l layout
	newPrecomputed(s, &l)
	return f.Bytes(l.length)
}
