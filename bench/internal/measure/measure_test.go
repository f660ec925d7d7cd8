package measure

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// rows is a benchmark of steps that fail.
type rows []struct {
	step string
	err  error
}

func (all rows) Steps() (steps []Step, err error) {
	for _, one := range all {
		steps = append(steps, Step{one.step, func(r *Run) error {
			return errors.Join(r.Keep(new(results.Row)), one.err)
		}})
	}
	return steps, nil
}

// TestSteps: rows before a failure are kept, the failure says where it was, and nothing is begun
// after the deadline or an interrupt.
func TestSteps(t *testing.T) {
	var kept []*results.Row
	var log bytes.Buffer
	broken := errors.New("broken")
	r := &Run{Context: t.Context(), Log: &log, Emit: func(row *results.Row) error {
		kept = append(kept, row)
		return nil
	}}
	err := r.Do(rows{{"one", nil}, {"two", broken}, {"three", nil}})
	if !errors.Is(err, broken) || err.Error() != "two: broken" || len(kept) != 2 ||
		log.String() != "[1/3] one\n[2/3] two\n" || time.Since(kept[0].Date) > time.Minute {
		t.Errorf("%d rows, %v, %s", len(kept), err, log.String())
	}
	r.Until = time.Now()
	if err := r.Do(rows{{"late", nil}}); err != nil || len(kept) != 2 ||
		!strings.HasSuffix(log.String(), "left out for want of time: late\n") {
		t.Errorf("%d rows, %v, %s", len(kept), err, log.String())
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	r.Context = stopped
	if err := r.Do(rows{{"never", nil}}); !Interrupted(err) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestInTurn spreads gnark's runs among ours, until either fails.
func TestInTurn(t *testing.T) {
	failure := errors.New("no")
	var calls []string
	turn := func(of string, runs int, err error) Turn {
		return Turn{of, runs, func() (time.Duration, error) {
			calls = append(calls, of)
			return time.Millisecond, err
		}}
	}
	row := results.New("setup", nil)
	err := InTurn(t.Context(), row, turn("ours", 4, nil), turn("gnark", 2, nil))
	want := []string{"ours", "ours", "gnark", "ours", "ours", "gnark"}
	if err != nil || !slices.Equal(calls, want) || len(row.Times[results.Ours]) != 4 ||
		len(row.Times[results.Gnark]) != 2 {
		t.Errorf("%v: %v, %v", calls, row.Times, err)
	}
	err = InTurn(t.Context(), row, turn("ours", 1, nil), turn("gnark", 1, failure))
	if !errors.Is(err, failure) {
		t.Errorf("gnark's failed: %v", err)
	}
}
