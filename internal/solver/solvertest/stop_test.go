package solvertest

import (
	"context"
	"errors"
	"testing"

	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// countdown is a context that is cancelled after a number of looks at it.
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

// solutionsAreStopped: wherever our solver is stopped, its memory is recycled, and the next
// solution is right.
func (s curve[E, P]) solutionsAreStopped(t *testing.T) {
	for name, c := range s.chains(t) {
		sys := s.of(c.System)
		p, err := sys.Translate()
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.job(c).Gnark()
		if err != nil {
			t.Fatal(err)
		}
		stopped := 0
		for ; ; stopped++ {
			ctx := &countdown{t.Context(), stopped}
			got, err := sys.Job(ctx, c.Valid, nil, c.Options...).Own(p)
			if err == nil {
				if err := equal(got, want); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				got.Release()
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(name, err)
			}
		}
		if stopped < 3 {
			t.Errorf("%s: looks at the context %d times", name, stopped)
		}
		if n := p.Idle(); n != 1 {
			t.Errorf("%s: memory for %d solutions, which came one after the other", name, n)
		}
	}
}

// stoppedBeforehand: a solution that nobody waits for runs neither solver.
func (s curve[E, P]) stoppedBeforehand(t *testing.T) {
	c := s.compile(t, "bits", "r1cs")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errNobody)
	ours, gnarks := own.Solved()
	if _, err := s.of(c.System).Solve(ctx, c.Valid, nil, c.Options...); err != errNobody {
		t.Errorf("the error is %v", err)
	}
	if a, b := own.Solved(); a != ours || b != gnarks {
		t.Error("a solver ran")
	}
}

var errNobody = errors.New("nobody waits")
