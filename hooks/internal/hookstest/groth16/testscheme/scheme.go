// Package testscheme describes Groth16 to the tests that all hooks have in common.
package testscheme

import (
	"weak"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark/backend/groth16"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
)

// Instance is a circuit with keys and a witness.
type Instance = hookstest.Instance[groth16.ProvingKey, groth16.VerifyingKey]

// Groth16 is the scheme.
var Groth16 = hookstest.Scheme[groth16.ProvingKey, groth16.VerifyingKey, groth16.Proof]{
	Name:     "groth16",
	Examples: circuits.Examples(16),

	Builder: r1cs.NewBuilder[constraint.U64],
	Setup:   groth16.Setup,
	Gnark:   groth16.Prove,
	Verify:  groth16.Verify,

	Accelerated: accelerated.Prove,
	Stream:      accelerated.ProveStream,
	WithContext: accelerated.WithContext,
	Solve:       accelerated.Solve,
	ProveSolved: accelerated.ProveSolved,
	Attach:      attach,
	Release:     accelerated.Release,
	Unverified:  accelerated.WithoutVerification,
	Plan:        accelerated.Plan,
	Prepare: func(pk groth16.ProvingKey, ccs constraint.ConstraintSystem) error {
		return accelerated.Attach(pk, accelerated.WithCircuit(ccs))
	},

	ErrInvalidInput:      accelerated.ErrInvalidInput,
	ErrKeyMismatch:       accelerated.ErrKeyMismatch,
	ErrInvalidSolution:   accelerated.ErrInvalidSolution,
	ErrCurveNotSupported: accelerated.ErrCurveNotSupported,
	ErrEmptyKey:          accelerated.ErrKeyMismatch,
	ErrUnsafeKey:         accelerated.ErrUnsafeKey,
	Foreign:              foreignKey{},

	MSMs:         5,  // A, B, K, Z, B in G2
	Committing:   10, // for each of the five keys the commitment and the proof of knowledge
	Computations: 3,  // the wires ahead, their selection, the quotient
	Optional:     2,  // but for the quotient
	Watch:        watch,
	FirstPoint:   4 * fp.Bytes,
	Vectors:      vectors,
	OverFirst:    1,
}

type foreignKey struct{ groth16.ProvingKey }

func (foreignKey) CurveID() ecc.ID { return ecc.GRUMPKIN }

func attach(pk groth16.ProvingKey, e *accel.Engine) error {
	if e == nil {
		return accelerated.Attach(pk)
	}
	return accelerated.Attach(pk, accelerated.WithEngine(e))
}

func watch(key groth16.ProvingKey) (collected func() bool) {
	pk := key.(*groth16_bn254.ProvingKey)
	whole, vector := weak.Make(pk), weak.Make(&pk.G1.A[0])
	return func() bool { return whole.Value() == nil && vector.Value() == nil }
}

func vectors(key groth16.ProvingKey) []int {
	pk := key.(*groth16_bn254.ProvingKey)
	all := []int{len(pk.G2.B), len(pk.G1.Z), len(pk.G1.K), len(pk.G1.A), len(pk.G1.B)}
	for _, k := range pk.CommitmentKeys {
		all = append(all, len(k.Basis), len(k.BasisExpSigma))
	}
	return all
}
