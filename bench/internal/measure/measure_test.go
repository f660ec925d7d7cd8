package measure

import (
	"bytes"
	"context"
	"errors"
	"io"
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
			return errors.Join(r.Keep(results.New("msm", nil)), one.err)
		}})
	}
	return steps, nil
}

// TestSteps: rows before a failure are kept, the failure says where it was, and nothing is begun
// after the deadline or an interrupt.
func TestSteps(t *testing.T) {
	var log bytes.Buffer
	broken := errors.New("broken")
	r := &Run{Context: t.Context(), Log: &log, Printer: results.Printer{Out: io.Discard}}
	err := r.Do(rows{{"one", nil}, {"two", broken}, {"three", nil}})
	if !errors.Is(err, broken) || err.Error() != "two: broken" || len(r.Rows) != 2 ||
		log.String() != "[1/3] one\n[2/3] two\n" || time.Since(r.Rows[0].Date) > time.Minute {
		t.Errorf("%d rows, %v, %s", len(r.Rows), err, log.String())
	}
	r.Budget = 1
	if err := r.Do(rows{{"late", nil}}); err != nil || len(r.Rows) != 2 ||
		!strings.HasSuffix(log.String(), "left out for want of time: late\n") {
		t.Errorf("%d rows, %v, %s", len(r.Rows), err, log.String())
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	r.Context = stopped
	if err := r.Do(rows{{"never", nil}}); !errors.Is(err, context.Canceled) {
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
	r, row := &Run{Context: t.Context()}, results.New("setup", nil)
	err := r.InTurn(row, turn("ours", 4, nil), turn("gnark", 2, nil))
	want := []string{"ours", "ours", "gnark", "ours", "ours", "gnark"}
	if err != nil || !slices.Equal(calls, want) || len(row.Times[results.Ours]) != 4 ||
		len(row.Times[results.Gnark]) != 2 {
		t.Errorf("%v: %v, %v", calls, row.Times, err)
	}
	err = r.InTurn(row, turn("ours", 1, nil), turn("gnark", 1, failure))
	if !errors.Is(err, failure) {
		t.Errorf("gnark's failed: %v", err)
	}
}
