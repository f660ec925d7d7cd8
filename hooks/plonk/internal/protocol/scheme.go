package protocol

import (
	"slices"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Scheme is gnark's PLONK over one curve, with keys K, points P of G1 and scalars E. It holds what
// is loaded for its keys.
type Scheme[K any, P, E comparable, S algebra.Scalar[E]] struct {
	Curve[P, E]
	// Key returns a key in the form that generic code takes.
	Key func(*K) *Key[P, E]

	// attached has all live keys that were attached or proved with.
	attached keycache.Cache[K, *attachment[P, E, S]]
	// reference has the points that are loaded, for all keys.
	reference reference[P, E]
}

// reference keeps points of reference strings on engines.
type reference[P comparable, E any] = keycache.Pool[*accel.Engine, P, *bases[P, E]]

// bases are points on an engine.
type bases[P, E any] = multiexp.Bases[P, E]

// Curve is the arithmetic of a scheme.
type Curve[P, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P, E]
}

// Key is one of gnark's proving keys.
type Key[P, E any] struct {
	Canonical, Lagrange []P                 // the points of the reference string, in both forms
	Verifying           *VerifyingKey[P, E] // nil for a key of points alone
}

// VerifyingKey has the parts of gnark's verifying key that a proof needs.
type VerifyingKey[P, E any] struct {
	Rows, Public       int
	CosetShift         E
	S                  [3]P
	Ql, Qr, Qm, Qo, Qk P
	Qcp                []P
}

// points returns the points of the key in the order in which the transcript binds them.
func (vk *VerifyingKey[P, E]) points() []P {
	return slices.Concat(vk.S[:], []P{vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk}, vk.Qcp)
}

// Proof has the fields of gnark's proof.
type Proof[P, E any] struct {
	LRO         [3]P
	Z           P
	H           [3]P
	Commitments []P // of BSB22

	BatchedH  P // proves Values
	Values    []E
	ZShiftedH P // proves ZShifted
	ZShifted  E
}

// Plan is a dry run of loading a key of these sizes, and of a proof with it.
func (s *Scheme[K, P, E, S]) Plan(z Sizes, r *accel.DryRun) (*accel.MemoryPlan, error) {
	domain := s.Field.Constants(uint64(z.Rows))
	step, err := s.Field.RootOfUnity(uint64(z.Rows * device.Cosets(z.Rows)))
	if err != nil {
		return nil, err
	}
	f, g1 := s.Field.OnEngine(r.Engine()), s.G1.OnEngine(r.Engine())
	return device.Plan[P, E, S](r.DryRun, f, g1, z, *domain, step)
}
