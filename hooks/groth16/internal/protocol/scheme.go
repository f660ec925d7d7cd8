package protocol

import (
	"context"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// Scheme is gnark's Groth16 over one curve, with keys K, points P1 and P2 of the two groups, and
// scalars E. It holds what is loaded for its keys.
type Scheme[K any, P1, P2, E comparable, S algebra.Scalar[E]] struct {
	Curve[P1, P2, E]
	// Key returns a key in the form that generic code takes.
	Key func(*K) *Key[P1, P2, E]

	// attached has all live keys that were attached or proved with.
	attached keycache.Cache[K, *attachment[P1, P2, E, S]]
}

// Curve is the arithmetic of a scheme.
type Curve[P1, P2, E any] struct {
	Field *algebra.Field[E]
	G1    *algebra.Group[P1, E]
	G2    *algebra.Group[P2, E]
	// Pairing is that of both groups.
	Pairing Pairing[P1, P2]
}

// on returns the curve on an engine.
func (c *Curve[P1, P2, E]) on(e *accel.Engine) *device.Curve[P1, P2, E] {
	return &device.Curve[P1, P2, E]{
		Field: c.Field.OnEngine(e), G1: c.G1.OnEngine(e), G2: c.G2.OnEngine(e),
	}
}

// System is one of gnark's constraint systems.
type System[E any] struct {
	*constraint.System
	Coefficients []E
	// Solve solves the system. commit computes the commitments for our solver; gnark's finds it
	// among the options.
	Solve Solve[E]
	// Wires is Solve for the wires alone.
	Wires Solve[E]
	// Prepare does ahead what Solve does for the first witness.
	Prepare func()
}

// Solve solves a system.
type Solve[E any] func(
	ctx context.Context, w witness.Witness, commit func([]E) (E, error), opts ...solver.Option,
) (*Solution[E], error)

// Solution is a solution of a system.
type Solution[E any] struct {
	W       []E      // the values of the wires
	A, B, C []E      // the values of the constraints' expressions; nil if only W is known
	Solver  own.Name // which one ran
	Release func()   // gives the memory of the values back; nothing may use them then
}

// Key is one of gnark's proving keys, with gnark's names.
type Key[P1, P2, E any] struct {
	Domain               *algebra.Domain[E]
	Alpha, Beta, Delta   P1
	Beta2, Delta2        P2
	A, B, K, Z           []P1
	B2                   []P2
	InfinityA, InfinityB []bool
	NbInfinityA          uint64
	NbInfinityB          uint64
	Commitments          []CommitmentKey[P1]
}

// CommitmentKey is a key of Pedersen commitments.
type CommitmentKey[P any] struct{ Basis, BasisExpSigma []P }

// Proof has the fields of gnark's proof.
type Proof[P1, P2 any] struct {
	Ar, Krs       P1
	Bs            P2
	Commitments   []P1
	CommitmentPok P1
}

// Plan is a dry run of loading a key of these sizes, and of a proof with it.
func (s *Scheme[K, P1, P2, E, S]) Plan(z Sizes, r *accel.DryRun) (*accel.MemoryPlan, error) {
	return device.Plan[P1, P2, E, S](r.DryRun, s.on(r.Engine()), z)
}
