package facade

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Solve is the first half of Prove.
func (s *Scheme[P, C]) Solve(
	ccs constraint.ConstraintSystem, pk any, w witness.Witness, opts []backend.ProverOption,
) (provestream.Solved[any], error) {
	p, err := s.OfBoth(ccs, pk)
	if err != nil {
		return nil, err
	}
	return p.Solve(ccs, pk, w, opts...)
}

// Prove is a scheme's function of that name.
func (s *Scheme[P, C]) Prove(
	ccs constraint.ConstraintSystem, pk any, w witness.Witness, opts []backend.ProverOption,
) (P, error) {
	return provestream.ProveAs[P](s.Solve(ccs, pk, w, opts))
}

// ProveSolved is a scheme's function of that name.
func (s *Scheme[P, C]) ProveSolved(
	ccs constraint.ConstraintSystem, pk, solution any, opts []backend.ProverOption,
) (proof P, err error) {
	p, err := s.OfBoth(ccs, pk)
	if err != nil {
		return proof, err
	}
	half, err := p.Take(ccs, pk, solution, opts...)
	if err != nil {
		return proof, err
	}
	defer half.Close()
	made, err := half.Prove()
	proof, _ = made.(P) // nil with an error
	return proof, err
}

// ProveStream is a scheme's function of that name.
func (s *Scheme[P, C]) ProveStream(
	ctx context.Context, ccs constraint.ConstraintSystem, pk any,
	witnesses <-chan witness.Witness, opts []backend.ProverOption,
) iter.Seq2[P, error] {
	proofs := s.stream(ctx, ccs, pk, witnesses, opts)
	return func(yield func(P, error) bool) {
		for made, err := range proofs {
			proof, _ := made.(P) // nil with an error
			if !yield(proof, err) {
				return
			}
		}
	}
}

// stream is ProveStream of proofs that come as any.
func (s *Scheme[P, C]) stream(
	ctx context.Context, ccs constraint.ConstraintSystem, pk any,
	witnesses <-chan witness.Witness, opts []backend.ProverOption,
) iter.Seq2[any, error] {
	p, err := s.OfBoth(ccs, pk)
	switch {
	case err != nil:
	case ctx == nil:
		err = fmt.Errorf("%w: no context", s.ErrInvalidInput)
	case witnesses == nil:
		err = fmt.Errorf("%w: no channel of witnesses", s.ErrInvalidInput)
	}
	if err != nil {
		return provestream.Fail[any](err)
	}
	solvers := provestream.Solvers(p.SystemOf(ccs), opts)
	opts = append(slices.Clip(opts), settings.Turns())
	return provestream.Run(ctx, witnesses, solvers, func() int { return p.Devices(pk) },
		func(ctx context.Context, w witness.Witness) (provestream.Solved[any], error) {
			return p.Solve(ccs, pk, w, append(slices.Clip(opts), s.WithContext(ctx))...)
		})
}
