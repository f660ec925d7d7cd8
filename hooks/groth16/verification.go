package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/facade"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithVerifyingKey has proofs verified before they leave, with the proving key's verifying key. It
// is an [Option] of [Attach], for all proofs with the proving key, and an option of [Prove] and
// [ProveStream].
//
// Without it the proving key and the circuit verify proofs, and [Prove] refuses circuits with
// commitments, as range checks and lookup tables have, and the few others for which these two do
// not suffice: the error is [ErrNoVerifyingKey], unless [WithTrustedKey] accepts the risk.
//
// The processors verify a proof in milliseconds, in a stream while the device makes the next proof.
// A proof that does not verify is never returned. It is made once more by the device, which loads
// the key anew, and then by the CPU. If the CPU's does not verify either, a key does not fit or is
// damaged: [ErrKeyMismatch]. An engine that is strict returns accel.ErrInvalidResult for the first
// one. See accel.Statistics, and the log, for whose fault it was.
func WithVerifyingKey(vk groth16.VerifyingKey) func(*backend.ProverConfig) error {
	return settings.Option(func(s *settings.Settings) error {
		if vk == nil {
			return fmt.Errorf("%w: WithVerifyingKey without a key", ErrInvalidInput)
		}
		s.VerifyingKey = vk
		return nil
	})
}

// WithTrustedKey takes the proving key for right, an option of [Prove] and [ProveStream] that makes
// up for a verifying key that is not at hand.
//
// Proofs of all circuits are verified by the proving key and the circuit then. That finds the
// device's faults, also in commitments. It does not find damage to the key's bases of commitments,
// or the bases of another key, which nothing in a proving key tells from right ones.
func WithTrustedKey() backend.ProverOption {
	return facade.With(func(s *settings.Settings) { s.TrustedKey = true })
}

// WithoutVerification has proofs leave without a check, an option of [Prove] and [ProveStream] for
// measurements.
//
// A wrong proof may tell an outsider something about the witness. Verify it, and destroy it if it
// is wrong.
func WithoutVerification() backend.ProverOption {
	return facade.With(func(s *settings.Settings) { s.Unverified = true })
}

// WithRedactedErrors withholds the text of the solver's errors, an option of [Prove] and
// [ProveStream].
//
// gnark's errors have values of the witness, and so do those of hints. In their place comes
// [ErrUnsatisfied], with the number of the constraint if it is known, or [ErrHint] with the name of
// the hint. gnark's solver logs its error, at level error, all the same: where that matters, give
// gnark a logger that drops it.
func WithRedactedErrors() backend.ProverOption {
	return facade.With(func(s *settings.Settings) { s.Redacted = true })
}
