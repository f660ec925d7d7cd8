package proof

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ProveStream is a scheme's function of that name.
func (s *Provers[P, C]) ProveStream(
	ctx context.Context, ccs constraint.ConstraintSystem, pk any,
	witnesses <-chan witness.Witness, opts []backend.ProverOption,
) iter.Seq2[P, error] {
	p, err := s.OfBoth(ccs, pk, opts...)
	switch {
	case err != nil:
	case ctx == nil:
		err = fmt.Errorf("%w: no context", s.ErrInvalidInput)
	case witnesses == nil:
		err = fmt.Errorf("%w: no channel of witnesses", s.ErrInvalidInput)
	}
	if err != nil {
		return func(yield func(P, error) bool) {
			var none P
			yield(none, err)
		}
	}
	solvers := Solvers(p.SystemOf(ccs), opts)
	opts = append(slices.Clip(opts), settings.Stream())
	proofs := Run(ctx, witnesses, solvers, func() int { return p.Devices(pk) },
		func(ctx context.Context, w witness.Witness) (Begun, error) {
			return p.Solve(ccs, pk, w, append(slices.Clip(opts), s.WithContext(ctx))...)
		})
	return func(yield func(P, error) bool) {
		for made, err := range proofs {
			proof, _ := made.(P) // nil with an error
			if !yield(proof, err) {
				return
			}
		}
	}
}
