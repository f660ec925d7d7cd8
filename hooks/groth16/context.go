package groth16

import (
	"context"

	"github.com/consensys/gnark/backend"
)

// WithContext has [Prove] end early when the context is cancelled. The error is the context's
// cause.
//
// The solver, the device and the sums on the CPU look at the context between their steps, which
// mostly take milliseconds. A hint, a sum on the CPU, and gnark's solver, which solves the first
// witness of a system and those that ours cannot, are steps that end first. So does the loading of
// a key, and of its circuit, which serves later proofs as well. A proof that has ended leaves
// nothing on the device, and does not affect others.
//
// gnark's own Prove refuses the option. [ProveStream] has a context among its arguments, and
// refuses a second one.
func WithContext(ctx context.Context) backend.ProverOption {
	return provers.WithContext(ctx)
}
