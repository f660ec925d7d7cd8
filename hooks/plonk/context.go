package plonk

import (
	"context"

	"github.com/consensys/gnark/backend"
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
