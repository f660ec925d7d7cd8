package groth16

import (
	"context"

	"github.com/consensys/gnark/backend"
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
