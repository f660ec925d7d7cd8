package hookstest

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"testing"
	"time"

	"github.com/consensys/gnark/backend"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Cancelled cancels proofs before they begin, by a past deadline, and in a hint. The solver waits
// for that hint. It does so with each solver.
func (s *Scheme[PK, VK, P]) Cancelled(t *testing.T) {
	i := s.Make(t, circuits.Hinted)
	s.prepare(t, i, Engine(t))
	before := runtime.NumGoroutine()
	shutdown := errors.New("shutting down")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(shutdown)
	past, cancelPast := context.WithDeadline(t.Context(), time.Now())
	defer cancelPast()
	for _, with := range []gnark.Option{solver.WithGnark(), solver.WithCheck(solver.CheckNever)} {
		for ctx, want := range map[context.Context]error{
			cancelled: shutdown, past: context.DeadlineExceeded,
		} {
			s.WantError(t, i, want, backend.WithSolverOptions(with), s.WithContext(ctx))
		}
		ctx, cancel := context.WithCancel(t.Context())
		hint := func(field *big.Int, in, out []*big.Int) error {
			cancel()
			return circuits.Halve(field, in, out)
		}
		s.WantError(t, i, context.Canceled, halving(hint, with), s.WithContext(ctx))
	}
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

// halving has a hint called in place of circuits.Halve, with another solver option.
func halving(hint gnark.Hint, with ...gnark.Option) backend.ProverOption {
	return backend.WithSolverOptions(append(with, gnark.OverrideHint(circuits.HalveID, hint))...)
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			all := make([]byte, 1<<16)
			t.Fatalf("waited in vain: %s; goroutines:\n%s", what, all[:runtime.Stack(all, true)])
		}
	}
}

// Contexts expects a prover to refuse contexts that it cannot take. These are none, two, one in a
// stream besides its own, and any in gnark's prover.
func (s *Scheme[PK, VK, P]) Contexts(t *testing.T) {
	i := s.Shared(t, "cubic")
	s.AttachFor(t, i.PK, Engine(t))
	in := s.WithContext(t.Context())
	s.WantError(t, i, s.ErrInvalidInput, s.WithContext(nil)) //nolint:staticcheck
	s.WantError(t, i, s.ErrInvalidInput, in, in)
	for _, err := range s.Stream(t.Context(), i.CCS, i.PK, queue(i.Full), in) {
		if !errors.Is(err, s.ErrInvalidInput) {
			t.Errorf("a stream with two: %v", err)
		}
	}
	if _, err := s.Gnark(i.CCS, i.PK, i.Full, in); err == nil {
		t.Error("gnark's prover takes a context")
	}
	s.Prove(t, i, in)
}
