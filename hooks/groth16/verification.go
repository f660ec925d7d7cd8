package groth16

import (
	"fmt"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// WithVerifyingKey has proofs verified before they leave, with the proving key's verifying key. It
// is an [Option] of [Attach], for all proofs with the proving key, and an option of [Prove] and
// [ProveStream].
//
// Without it proofs are verified by the proving key and the circuit, which takes a little longer.
// That is as good for nearly all circuits, as a line of the log says. Circuits that commit to many
// wires, as range checks and lookup tables do, take one more sum over these.
//
// The processors verify a proof in milliseconds, in a stream while the device makes the next proof.
// A proof that does not verify is never returned. It is made once more by the device, which loads
// the key anew, and then by gnark. If gnark's proof does not verify either, the error is
// [ErrKeyMismatch]. An engine that is strict returns accel.ErrInvalidResult for the first one. See
// accel.Statistics, and the log, for whose fault it was.
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
	return settings.Option(func(s *settings.Settings) error {
		s.Unverified = true
		return nil
	})
}

// WithRedactedErrors withholds the text of the solver's errors, an option of [Prove] and
// [ProveStream].
//
// gnark's errors have values of the witness, and so do those of hints. In their place comes
// [ErrUnsatisfied], with the number of the constraint if it is known. gnark's solver logs its
// error, at level error, all the same: where that matters, give gnark a logger that drops it.
func WithRedactedErrors() backend.ProverOption {
	return settings.Option(func(s *settings.Settings) error {
		s.Redacted = true
		return nil
	})
}
