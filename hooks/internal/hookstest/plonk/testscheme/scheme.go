// Package testscheme describes PLONK to the tests that all hooks have in common.
package testscheme

import (
	"slices"
	"weak"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	plonk_bn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// Instance is a circuit with keys and a witness.
type Instance = hookstest.Instance[plonk.ProvingKey, plonk.VerifyingKey]

// PLONK is the scheme.
var PLONK = hookstest.Scheme[plonk.ProvingKey, plonk.VerifyingKey, plonk.Proof]{
	Name:     "plonk",
	Examples: circuits.Examples(14),

	Builder: scs.NewBuilder[constraint.U64],
	Setup:   setup,
	Gnark:   plonk.Prove,
	Verify:  plonk.Verify,

	Accelerated: accelerated.Prove,
	Stream:      accelerated.ProveStream,
	WithContext: accelerated.WithContext,
	Solve:       solveAlone,
	ProveSolved: accelerated.ProveSolved,
	Attach:      attach,
	Release:     accelerated.Release,
	Unverified:  accelerated.WithoutVerification,
	Plan:        accelerated.Plan,
	Prepare: func(pk plonk.ProvingKey, ccs constraint.ConstraintSystem) error {
		return accelerated.Attach(pk, accelerated.WithCircuit(ccs))
	},

	ErrInvalidInput:      accelerated.ErrInvalidInput,
	ErrKeyMismatch:       accelerated.ErrKeyMismatch,
	ErrInvalidSolution:   accelerated.ErrInvalidSolution,
	ErrCurveNotSupported: accelerated.ErrCurveNotSupported,
	ErrEmptyKey:          accelerated.ErrInvalidInput,
	ErrUnsafeKey:         accelerated.ErrUnsafeKey,
	Foreign:              foreignKey{},
	Variants:             [][]backend.ProverOption{{backend.WithStatisticalZeroKnowledge()}},

	SolutionsLackBlinding: true,

	MSMs:       9, // L, R, O, Z, three shards and two openings
	Committing: 5,
	// The wires ahead; making L, R and O of them, interpolating these, permutation, preparation,
	// quotient, evaluations, linearisation, opening
	Computations:      9,
	Optional:          1,    // the wires ahead
	DrawsConcurrently: true, // the blinding of commitments, and that of the wires
	Watch:             watch,
	FirstPoint:        2 * fp.Bytes,
	Vectors:           vectors,
	OverFirst:         5, // the shards and the openings
}

type foreignKey struct{ plonk.ProvingKey }

func (foreignKey) CurveID() ecc.ID { return ecc.GRUMPKIN }

// setup makes keys from a reference string of their own.
func setup(ccs constraint.ConstraintSystem) (plonk.ProvingKey, plonk.VerifyingKey, error) {
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		return nil, nil, err
	}
	pk, vk, err := plonk.Setup(ccs, canonical, lagrange)
	if key, ok := pk.(*plonk_bn254.ProvingKey); ok && err == nil {
		// gnark's test package keeps the points that it made
		key.KzgLagrange.G1 = slices.Clone(key.KzgLagrange.G1)
	}
	return pk, vk, err
}

// solveAlone needs no key: solutions of systems with commitments cannot be proved.
func solveAlone(
	ccs constraint.ConstraintSystem, _ plonk.ProvingKey, w witness.Witness,
	_ ...backend.ProverOption,
) (solution any, release func(), err error) {
	return solve.Solve(ccs, w)
}

func attach(pk plonk.ProvingKey, e *accel.Engine) error {
	if e == nil {
		return accelerated.Attach(pk)
	}
	return accelerated.Attach(pk, accelerated.WithEngine(e))
}

func watch(key plonk.ProvingKey) (collected func() bool) {
	pk := key.(*plonk_bn254.ProvingKey)
	whole, vector := weak.Make(pk), weak.Make(&pk.KzgLagrange.G1[0])
	return func() bool { return whole.Value() == nil && vector.Value() == nil }
}

func vectors(key plonk.ProvingKey) []int {
	pk := key.(*plonk_bn254.ProvingKey)
	return []int{len(pk.Kzg.G1), len(pk.KzgLagrange.G1)}
}
