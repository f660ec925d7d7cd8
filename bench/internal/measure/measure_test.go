package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/progress"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

func TestRepeat(t *testing.T) {
	calls := 0
	times, err := Repeat(t.Context(), 2, 3, func(measured bool) (time.Duration, error) {
		calls++
		if measured != (calls > 2) {
			t.Errorf("call %d: measured %v", calls, measured)
		}
		return time.Duration(calls), nil
	})
	if err != nil || fmt.Sprint(times) != "[3ns 4ns 5ns]" {
		t.Errorf("%v, %v", times, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Repeat(ctx, 0, 9, func(bool) (time.Duration, error) {
		cancel()
		return 1,
			nil
	}); !Interrupted(err) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestStepsThatFail: rows before a failure are kept, and the failure says where it was.
func TestStepsThatFail(t *testing.T) {
	var rows []results.Row
	r := &Recorder{Context: t.Context(), Progress: progress.New(io.Discard, 1),
		Row: func(row results.Row) error {
			rows = append(rows, row)
			return nil
		}}
	broken := errors.New("broken")
	err := r.Step(1, "the step", func(emit Emit) error {
		return errors.Join(emit(results.Row{}),
			broken)
	})
	if !errors.Is(err, broken) || err.Error() != "the step: broken" {
		t.Errorf("error %v", err)
	}
	if len(rows) != 1 || time.Since(rows[0].Date) > time.Minute {
		t.Errorf("rows %+v", rows)
	}
}
