package groth16

import (
	"context"
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithContext has [Prove] end early when the context is cancelled. The error is the context's
// cause.
//
// The solver, the device and the MSMs on the CPU look at the context between their steps, which
// mostly take milliseconds. A hint, an MSM on the CPU, and gnark's solver are steps that end first.
// gnark's solver solves witnesses while their system is not translated, and those that ours cannot.
// The loading of a key, and of its circuit, ends first as well, and serves later proofs. A proof
// that has ended leaves nothing on the device, and does not affect others.
//
// gnark's own Prove refuses the option. [ProveStream] has a context among its arguments, and
// refuses a second one.
func WithContext(ctx context.Context) backend.ProverOption {
	return provers.WithContext(ctx)
}

// WithSolver gives solver options to [Prove] and [ProveStream]. They are options of gnark's solver
// or of package hooks/solve. WithSolver adds to the options of other calls, and of gnark's
// backend.WithSolverOptions, before or after it.
//
//	proof, err := accelerated.Prove(ccs, pk, witness,
//		backend.WithSolverOptions(solver.WithHints(hint)),
//		accelerated.WithSolver(solve.WithGnark()))
//
// gnark's option replaces gnark's options before it. To replace an option of hooks/solve so, or by
// one, is an error.
func WithSolver(options ...solver.Option) backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Solver = append(s.Solver, options...) })
}

// WithVerifyingKey has proofs verified before they leave, with the proving key's verifying key. It
// is an [Option] of [Attach], for all proofs with the proving key, and an option of [Prove] and
// [ProveStream].
//
// Without it the proving key and the circuit verify proofs: the verifier's equation follows from
// them for nearly all circuits. That finds the faults of a device and of this module, also in
// commitments, and takes the proving key for right. Where the equation does not follow, gnark
// makes the proof on the CPU, from end to end. The log says once for each key which it is.
//
// The processors verify a proof in milliseconds, in a stream while the device makes the next proof.
// With the verifying key gnark's verifier does so for the first proof, and decides wherever a
// faster check refuses another one.
//
// A proof that does not verify is never returned. It is made once more by the device, and then by
// the CPU. If the CPU's does not verify either, a key does not fit or is damaged: [ErrKeyMismatch].
// If it does, the device loads the key anew for the next proof. A strict engine returns
// accel.ErrInvalidResult in place of a proof that was made again. See accel.Statistics, and the
// log, for whose fault it was.
func WithVerifyingKey(vk groth16.VerifyingKey) func(*backend.ProverConfig) error {
	return settings.Option(func(s *settings.Settings) error {
		if vk == nil {
			return fmt.Errorf("%w: WithVerifyingKey without a key", ErrInvalidInput)
		}
		s.VerifyingKey = vk
		return nil
	})
}

// WithoutVerification has proofs leave without a check, an option of [Prove] and [ProveStream] for
// measurements.
//
// A wrong proof may tell an outsider something about the witness. Verify it, and destroy it if it
// is wrong.
func WithoutVerification() backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Unverified = true })
}

// WithRedactedErrors redacts the text of the solver's errors, an option of [Prove] and
// [ProveStream].
//
// gnark's errors have values of the witness, and so do the errors of hints. In their place comes
// [ErrUnsatisfied], with the number of the constraint if it is known, or [ErrHint] with the name of
// the hint. gnark's solver logs its error, at level error, all the same: where that matters, give
// gnark a logger that drops it.
func WithRedactedErrors() backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Redacted = true })
}
