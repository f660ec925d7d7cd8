package plonk

import (
	"fmt"
	"io"

	"github.com/consensys/gnark-crypto/kzg"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
)

// prover is the prover over one curve, behind gnark's interfaces. Its functions take systems and
// keys over that curve alone.
type prover struct {
	// serves reports whether a constraint system or a proving key is over the curve.
	serves func(object any) bool
	solve  func(
		constraint.ConstraintSystem, plonk.ProvingKey, witness.Witness, []backend.ProverOption,
	) (half, error)
	// take is solve for a solution that was found before.
	take func(
		ccs constraint.ConstraintSystem, pk plonk.ProvingKey, solution any,
		opts []backend.ProverOption,
	) (half, error)
	// attach takes a nil system where the circuit is not to be prepared.
	attach func(
		plonk.ProvingKey, constraint.ConstraintSystem, *accel.Engine, algebra.Progress,
	) error
	release func(plonk.ProvingKey) error
	// setup leaves the key attached, or not.
	setup func(
		ccs constraint.ConstraintSystem, srs, srsLagrange kzg.SRS, e *accel.Engine, attached bool,
		tell algebra.Progress,
	) (plonk.ProvingKey, plonk.VerifyingKey, error)
	read func(io.Reader, plonk.ProvingKey, *accel.Engine, algebra.Progress) (int64, error)
	// readAttached is read, and then attach.
	readAttached func(
		io.Reader, plonk.ProvingKey, constraint.ConstraintSystem, *accel.Engine, algebra.Progress,
	) (int64, error)
	// devices returns the number of devices that prove with a key at once.
	devices func(plonk.ProvingKey) int
	plan    func(constraint.ConstraintSystem, *accel.DryRun) (*accel.MemoryPlan, error)
	// system returns nil for a nil system.
	system func(constraint.ConstraintSystem) *constraint.System
}

// half is what the first half of [Prove] leaves to the second.
type half = provestream.Solved[plonk.Proof]

// sizes are a curve's Sizes.
type sizes interface {
	Plan(*accel.DryRun) (*accel.MemoryPlan, error)
}

// adapt puts a curve's functions, which take the curve's types, behind gnark's interfaces.
func adapt[
	S constraint.ConstraintSystem, K plonk.ProvingKey, V plonk.VerifyingKey, R kzg.SRS, X any,
	H provestream.Solved[P], P plonk.Proof, Z sizes,
](
	solveOn func(S, K, witness.Witness, ...backend.ProverOption) (H, error),
	takeOn func(S, K, X, ...backend.ProverOption) (H, error),
	attach func(K, S, *accel.Engine, algebra.Progress) error,
	release func(K) error,
	setup func(s S, srs, srsLagrange R, e *accel.Engine, attached bool, tell algebra.Progress) (
		K, V, error),
	read func(io.Reader, K, *accel.Engine, algebra.Progress) (int64, error),
	readAttached func(io.Reader, K, S, *accel.Engine, algebra.Progress) (int64, error),
	devices func(K) int,
	sizesOf func(S) (Z, error),
	system func(S) *constraint.System,
) prover {
	return prover{
		serves: func(object any) bool {
			_, isSystem := object.(S)
			_, isKey := object.(K)
			return isSystem || isKey
		},
		solve: func(
			ccs constraint.ConstraintSystem, pk plonk.ProvingKey, w witness.Witness,
			opts []backend.ProverOption,
		) (half, error) {
			return halfOf(solveOn(ccs.(S), pk.(K), w, opts...))
		},
		take: func(
			ccs constraint.ConstraintSystem, pk plonk.ProvingKey, solution any,
			opts []backend.ProverOption,
		) (half, error) {
			s, ok := solution.(X)
			if !ok {
				return nil, fmt.Errorf("%w: a %T, expected a %T", ErrInvalidSolution, solution, s)
			}
			return halfOf(takeOn(ccs.(S), pk.(K), s, opts...))
		},
		attach: func(
			pk plonk.ProvingKey, ccs constraint.ConstraintSystem, e *accel.Engine,
			tell algebra.Progress,
		) error {
			system, _ := ccs.(S) // nil stays nil
			return attach(pk.(K), system, e, tell)
		},
		release: func(pk plonk.ProvingKey) error { return release(pk.(K)) },
		setup: func(
			ccs constraint.ConstraintSystem, srs, srsLagrange kzg.SRS, e *accel.Engine,
			attached bool, tell algebra.Progress,
		) (plonk.ProvingKey, plonk.VerifyingKey, error) {
			canonical, ok := srs.(R)
			lagrange, both := srsLagrange.(R)
			if !ok || !both {
				return nil, nil, fmt.Errorf("%w: reference strings %T and %T, expected a %T",
					ErrInvalidInput, srs, srsLagrange, canonical)
			}
			pk, vk, err := setup(ccs.(S), canonical, lagrange, e, attached, tell)
			if err != nil {
				return nil, nil, err
			}
			return pk, vk, nil
		},
		read: func(
			r io.Reader, pk plonk.ProvingKey, e *accel.Engine, tell algebra.Progress,
		) (int64, error) {
			return read(r, pk.(K), e, tell)
		},
		readAttached: func(
			r io.Reader, pk plonk.ProvingKey, ccs constraint.ConstraintSystem, e *accel.Engine,
			tell algebra.Progress,
		) (int64, error) {
			system, _ := ccs.(S) // nil stays nil
			return readAttached(r, pk.(K), system, e, tell)
		},
		devices: func(pk plonk.ProvingKey) int { return devices(pk.(K)) },
		plan: func(
			ccs constraint.ConstraintSystem, r *accel.DryRun,
		) (*accel.MemoryPlan, error) {
			z, err := sizesOf(ccs.(S))
			if err != nil {
				return nil, err
			}
			return z.Plan(r)
		},
		system: func(ccs constraint.ConstraintSystem) *constraint.System {
			var none S
			if ccs == constraint.ConstraintSystem(none) {
				return nil
			}
			return system(ccs.(S))
		},
	}
}

// halfOf puts a curve's half behind gnark's interfaces. The interface is nil if there is an error.
func halfOf[H provestream.Solved[P], P plonk.Proof](h H, err error) (half, error) {
	if err != nil {
		return nil, err
	}
	return solved[P]{h}, nil
}

// solved is the second half of a curve's prover.
type solved[P plonk.Proof] struct{ provestream.Solved[P] }

// Prove returns the curve's proof. The interface is nil if there is an error.
func (s solved[P]) Prove() (plonk.Proof, error) {
	proof, err := s.Solved.Prove()
	if err != nil {
		return nil, err
	}
	return proof, nil
}

// Verified returns the curve's proof. The interface is nil if there is an error.
func (s solved[P]) Verified(proof plonk.Proof) (plonk.Proof, error) {
	checked, err := s.Solved.Verified(proof.(P))
	if err != nil {
		return nil, err
	}
	return checked, nil
}
