package prove

import (
	"context"
	"fmt"
	"iter"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
)

// scheme is a proof system: our setup and prover, gnark's prover and verifier.
type scheme struct {
	builder frontend.NewBuilder
	setup   func(constraint.ConstraintSystem, *accel.Engine) (keys, error)
	plan    func(constraint.ConstraintSystem, ...accel.Option) (*accel.MemoryPlan, error)
}

// keys are the proving and the verifying key of one constraint system.
type keys interface {
	// attach loads the proving key onto the engine's device, and its circuit unless that is nil.
	// release frees them there.
	attach(*accel.Engine, constraint.ConstraintSystem) error
	release() error
	// unverified has proofs of ours leave without verification.
	unverified() backend.ProverOption
	// ours and gnarks prove, and return gnark's verifier for the proof.
	ours(constraint.ConstraintSystem, witness.Witness, ...backend.ProverOption) (verifier, error)
	gnarks(constraint.ConstraintSystem, witness.Witness, ...backend.ProverOption) (verifier, error)
	// stream proves witnesses as a stream.
	stream(context.Context, constraint.ConstraintSystem, <-chan witness.Witness,
		...backend.ProverOption) iter.Seq2[verifier, error]
}

// verifier verifies one proof.
type verifier func(public witness.Witness) error

// verifiers returns gnark's verifier for each proof of a stream.
func verifiers[P any](proofs iter.Seq2[P, error],
	verifierOf func(P) verifier) iter.Seq2[verifier, error] {
	return func(yield func(verifier, error) bool) {
		for p, err := range proofs {
			if !yield(verifierOf(p), err) {
				return
			}
		}
	}
}

func (s *Settings) scheme() (scheme, error) {
	switch {
	case s.Scheme == "groth16" && s.Keyless:
		return groth16Keyless, nil
	case s.Scheme == "groth16":
		return groth16Scheme, nil
	case s.Scheme == "plonk":
		return plonkScheme, nil
	default:
		return scheme{}, fmt.Errorf("unknown scheme %q: there are groth16, plonk", s.Scheme)
	}
}
