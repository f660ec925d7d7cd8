package plonk

import (
	"context"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithContext has [Prove] end early when the context is cancelled. The error is the context's
// cause.
//
// A proof that has ended leaves nothing on the device, and does not affect others. WithContext of
// package hooks/groth16 says which steps end first.
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

// WithoutVerification has proofs leave without a check, an option of [Prove] and [ProveStream] for
// measurements.
//
// Otherwise the processors verify each proof with the verifying key in its proving key, in
// milliseconds, in a stream while the device makes the next proof. gnark's verifier does so for the
// first proof with a key. It decides wherever a faster check refuses a later one.
//
// A proof that does not verify is never returned. The device makes it once more, with key and
// circuit loaded anew, and then gnark does. If gnark's proof does not verify either, the error is
// [ErrKeyMismatch]. An engine that is strict returns accel.ErrInvalidResult for the first one. See
// accel.Statistics, and the log, for whose fault it was.
func WithoutVerification() backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Unverified = true })
}

// WithRedactedErrors redacts the text of the solver's errors, an option of [Prove] and
// [ProveStream]. The text has values of the witness. In its place comes [ErrUnsatisfied], with the
// number of the constraint if it is known, or [ErrHint] with the name of the hint. gnark's solver
// logs its error all the same: see WithRedactedErrors of package hooks/groth16.
func WithRedactedErrors() backend.ProverOption {
	return settings.With(func(s *settings.Settings) { s.Redacted = true })
}
