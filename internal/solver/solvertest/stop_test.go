package solvertest

import (
	"context"
	"errors"
	"testing"

	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

type countdown struct {
	context.Context
	looks int
}

// Value hides the context that is wrapped: context.Cause would ask that one.
func (c *countdown) Value(any) any { return nil }

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever our solver is stopped, its memory is recycled, and the next solution is right.
func TestSolutionsAreStopped(t *testing.T) {
	for builder := range Builders {
		s, p := translated(t, "mimc", builder)
		want, err := s.job(t).Gnark()
		if err != nil {
			t.Fatal(err)
		}
		for stopped := 0; ; stopped++ {
			ctx := &countdown{t.Context(), stopped}
			got, err := s.NewRun(ctx, input(s.System, s.Case)).Reserve(p).Fast(nil)
			if errors.Is(err, context.Canceled) {
				continue
			}
			if err != nil {
				t.Fatal(builder, err)
			}
			if err := equal(got, want); err != nil || stopped < 3 {
				t.Errorf("%s: after %d looks at the context: %v", builder, stopped, err)
			}
			got.Release()
			break
		}
		if n := p.Idle(); n != 1 {
			t.Errorf("%s: memory for %d solutions, which came one after the other", builder, n)
		}
	}
}

func TestStoppedBeforehand(t *testing.T) {
	s := compile(t, "bits", "r1cs")
	ctx, cancel := context.WithCancelCause(t.Context())
	nobody := errors.New("nobody waits")
	cancel(nobody)
	ours, gnarks := own.Solved()
	if _, err := s.Solve(ctx, input(s.System, s.Case)); err != nobody {
		t.Errorf("the error is %v", err)
	}
	if a, b := own.Solved(); a != ours || b != gnarks {
		t.Error("a solver ran")
	}
}
