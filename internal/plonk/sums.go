package plonk

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Vectors names vectors of a proof on the device as scalars of MSMs. They may be one or several.
type Vectors func(m *memory) ([]*cuda.Vector, error)

// Range returns the elements of each vector from one up to another. They have to be there.
func (v Vectors) Range(from, to int) Vectors {
	return func(m *memory) (parts []*cuda.Vector, err error) {
		vectors, err := v(m)
		for _, v := range vectors {
			if from < 0 || to < from || to > v.Len() {
				return nil, fmt.Errorf("elements from %d up to %d of %d", from, to, v.Len())
			}
			parts = append(parts, v.Slice(from, to))
		}
		return parts, err
	}
}

// Wire is the values of L, R or O in a range of rows. They are wires 0, 1 and 2. They are there
// until [Proof.Quotient].
func Wire(wire, from, to int) Vectors {
	return Vectors(func(m *memory) ([]*cuda.Vector, error) {
		if wire < 0 || wire > 2 {
			return nil, fmt.Errorf("wire %d of three", wire)
		}
		return m.wires()[wire : wire+1], nil
	}).Range(from, to)
}

// AllWires are the values of L, R and O in all rows. They are there until [Proof.Quotient].
func AllWires() Vectors {
	return func(m *memory) ([]*cuda.Vector, error) { return m.wires(), nil }
}

// Z is its n values on H, without the blinding: from [Proof.Accumulate] until [Proof.Quotient].
func Z() Vectors { return single(func(m *memory) *cuda.Vector { return m.zValues }) }

// Shards are the three shards of the quotient, n + 2 coefficients each: after [Proof.Quotient].
func Shards() Vectors {
	return func(m *memory) ([]*cuda.Vector, error) {
		shards := m.shards()
		return shards[:], nil
	}
}

// DividedZ is the n + 2 coefficients of the quotient of Z, of [Proof.Evaluate].
func DividedZ() Vectors {
	return single(func(m *memory) *cuda.Vector { return m.openedZ.Slice(1, m.rows+3) })
}

// DividedFolded is the n + 2 coefficients of the quotient of [Proof.DivideFolded].
func DividedFolded() Vectors {
	return single(func(m *memory) *cuda.Vector { return m.opened.Slice(1, m.rows+3) })
}

// single names one vector.
func single(of func(m *memory) *cuda.Vector) Vectors {
	return func(m *memory) ([]*cuda.Vector, error) { return []*cuda.Vector{of(m)}, nil }
}

// Begin begins an MSM for each of the vectors over bases from an index on. The MSM is over as many
// bases as the vector has elements. It returns at once; wait waits for the MSMs, and may be called
// again. The scalars do not leave the device. Computations of the proof may follow meanwhile,
// unless they need a challenge that depends on these MSMs.
//
// On [engine.ErrOnCPU] the MSMs are not there: the bases are elsewhere, or an MSM failed. The
// scalars may still be on the device, for [Proof.Fetch].
func Begin[P, E any](
	p *Proof[E], bases *engine.Bases[P, E], from int, v Vectors,
) (wait func() ([]P, error)) {
	var vectors []*cuda.Vector
	if p.session.Begun() {
		var err error
		if vectors, err = v(p.memory); err != nil {
			return func() ([]P, error) { return nil, err }
		}
	}
	return bases.StartIn(p.session, from, vectors...)
}

// Fetch returns vectors that the proof has on the device. [engine.ErrOnCPU] says that it has
// none any more.
func (p *Proof[E]) Fetch(v Vectors) (vectors [][]E, err error) {
	if !p.session.Begun() {
		return nil, engine.ErrOnCPU
	}
	var failed error
	err = p.compute("download", 0, func(a algebra[E], m *memory) {
		var from []*cuda.Vector
		if from, failed = v(m); failed != nil {
			return
		}
		for _, v := range from {
			vectors = append(vectors, a.download(v))
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	return vectors, nil
}
