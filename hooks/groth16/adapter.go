package groth16

import (
	"fmt"
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
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
		constraint.ConstraintSystem, groth16.ProvingKey, witness.Witness, []backend.ProverOption,
	) (half, error)
	// take is solve for a solution that was found before.
	take func(
		ccs constraint.ConstraintSystem, pk groth16.ProvingKey, solution any,
		opts []backend.ProverOption,
	) (half, error)
	// attach takes a nil system where the circuit is not to be prepared. It takes a nil verifying
	// key where none is known.
	attach func(
		groth16.ProvingKey, constraint.ConstraintSystem, *accel.Engine, any, algebra.Progress,
	) error
	release func(groth16.ProvingKey) error
	// setup leaves the proving key attached if that is wanted.
	setup func(
		ccs constraint.ConstraintSystem, e *accel.Engine, attached bool, tell algebra.Progress,
	) (groth16.ProvingKey, groth16.VerifyingKey, error)
	read func(io.Reader, groth16.ProvingKey, *accel.Engine, algebra.Progress) (int64, error)
	// readAttached is read, and then attach.
	readAttached func(
		io.Reader, groth16.ProvingKey, constraint.ConstraintSystem, *accel.Engine, any,
		algebra.Progress,
	) (int64, error)
	// devices returns the number of devices that prove with a key at once.
	devices func(groth16.ProvingKey) int
	plan    func(constraint.ConstraintSystem, *accel.DryRun) (*accel.MemoryPlan, error)
	// system returns nil for a nil system.
	system func(constraint.ConstraintSystem) *constraint.System
}

// half is what the first half of [Prove] leaves to the second.
type half = solvedBy[groth16.Proof]

// solvedBy is a curve's Solved.
type solvedBy[P groth16.Proof] interface {
	provestream.Solved[P]
	Solution() (solution any, release func(), err error)
}

// sizes are a curve's Sizes.
type sizes interface {
	Plan(*accel.DryRun) (*accel.MemoryPlan, error)
}

// keyTo is a pointer to a curve's proving key, and verifyingKeyTo to its verifying key.
type (
	keyTo[K any] interface {
		*K
		groth16.ProvingKey
	}
	verifyingKeyTo[K any] interface {
		*K
		groth16.VerifyingKey
	}
)

// adapt puts a curve's functions, which take the curve's types, behind gnark's interfaces.
func adapt[
	S constraint.ConstraintSystem, K keyTo[PK], V verifyingKeyTo[VK], PK, VK, X any,
	H solvedBy[P], P groth16.Proof, Z sizes,
](
	solveOn func(S, K, witness.Witness, ...backend.ProverOption) (H, error),
	takeOn func(S, K, X, ...backend.ProverOption) (H, error),
	attach func(K, S, *accel.Engine, any, algebra.Progress) error,
	release func(K) error,
	setup, setupAttached func(S, K, V, *accel.Engine, algebra.Progress) error,
	read func(io.Reader, K, *accel.Engine, algebra.Progress) (int64, error),
	readAttached func(io.Reader, K, S, *accel.Engine, any, algebra.Progress) (int64, error),
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
			ccs constraint.ConstraintSystem, pk groth16.ProvingKey, w witness.Witness,
			opts []backend.ProverOption,
		) (half, error) {
			return halfOf(solveOn(ccs.(S), pk.(K), w, opts...))
		},
		take: func(
			ccs constraint.ConstraintSystem, pk groth16.ProvingKey, solution any,
			opts []backend.ProverOption,
		) (half, error) {
			s, ok := solution.(X)
			if !ok {
				return nil, fmt.Errorf("%w: a %T, expected a %T", ErrInvalidSolution, solution, s)
			}
			return halfOf(takeOn(ccs.(S), pk.(K), s, opts...))
		},
		attach: func(
			pk groth16.ProvingKey, ccs constraint.ConstraintSystem, e *accel.Engine, vk any,
			tell algebra.Progress,
		) error {
			system, _ := ccs.(S) // nil stays nil
			return attach(pk.(K), system, e, vk, tell)
		},
		release: func(pk groth16.ProvingKey) error { return release(pk.(K)) },
		setup: func(
			ccs constraint.ConstraintSystem, e *accel.Engine, attached bool, tell algebra.Progress,
		) (groth16.ProvingKey, groth16.VerifyingKey, error) {
			pk, vk, set := K(new(PK)), V(new(VK)), setup
			if attached {
				set = setupAttached
			}
			if err := set(ccs.(S), pk, vk, e, tell); err != nil {
				return nil, nil, err
			}
			return pk, vk, nil
		},
		read: func(
			r io.Reader, pk groth16.ProvingKey, e *accel.Engine, tell algebra.Progress,
		) (int64, error) {
			return read(r, pk.(K), e, tell)
		},
		readAttached: func(
			r io.Reader, pk groth16.ProvingKey, ccs constraint.ConstraintSystem, e *accel.Engine,
			vk any, tell algebra.Progress,
		) (int64, error) {
			system, _ := ccs.(S) // nil stays nil
			return readAttached(r, pk.(K), system, e, vk, tell)
		},
		devices: func(pk groth16.ProvingKey) int { return devices(pk.(K)) },
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
func halfOf[H solvedBy[P], P groth16.Proof](h H, err error) (half, error) {
	if err != nil {
		return nil, err
	}
	return solved[P]{h}, nil
}

// solved is the second half of a curve's prover.
type solved[P groth16.Proof] struct{ solvedBy[P] }

// Prove returns the curve's proof. The interface is nil if there is an error.
func (s solved[P]) Prove() (groth16.Proof, error) {
	proof, err := s.solvedBy.Prove()
	if err != nil {
		return nil, err
	}
	return proof, nil
}

// Verified returns the curve's proof. The interface is nil if there is an error.
func (s solved[P]) Verified(proof groth16.Proof) (groth16.Proof, error) {
	checked, err := s.solvedBy.Verified(proof.(P))
	if err != nil {
		return nil, err
	}
	return checked, nil
}
