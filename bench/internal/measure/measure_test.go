package measure

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

func TestFlags(t *testing.T) {
	var numbers []int
	var words []string
	var limits []uint64
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	Numbers(f, &numbers, "n", "1,2", "")
	Words(f, &words, "w", "x", "")
	Limits(f, &limits)
	if got := f.Lookup("n").DefValue; got != "1,2" {
		t.Errorf("the default is %q", got)
	}
	if err := f.Parse(strings.Fields("-n=3 -w a,b -memory-limit 0,2G,500M")); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(numbers, words, limits); got != "[3] [a b] [0 2147483648 524288000]" {
		t.Error(got)
	}
	for _, wrong := range []string{"-n=x", "-memory-limit=2X", "-memory-limit=-1",
		"-memory-limit=99999999999G"} {
		if err := f.Parse([]string{wrong}); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

// TestSteps: rows before a failure are kept, the failure says where it was, and nothing is begun
// after the deadline or an interrupt.
func TestSteps(t *testing.T) {
	var rows []*results.Row
	broken := errors.New("broken")
	r := &Recorder{Log: io.Discard, Emit: func(row *results.Row) error {
		rows = append(rows, row)
		return nil
	}}
	step := func(what string, err error) Step {
		return Step{what, func(_ context.Context, emit Emit) error {
			return errors.Join(emit(new(results.Row)), err)
		}}
	}
	err := r.Run(t.Context(), []Step{step("one", nil), step("two", broken), step("three", nil)})
	if !errors.Is(err, broken) || err.Error() != "two: broken" || len(rows) != 2 ||
		time.Since(rows[0].Date) > time.Minute {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	r.Deadline = time.Now()
	if err := r.Run(t.Context(), []Step{step("late", nil)}); err != nil || len(rows) != 2 ||
		!slices.Equal(r.Skipped, []string{"late"}) {
		t.Errorf("%d rows, %v were left out, %v", len(rows), r.Skipped, err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Run(stopped, []Step{step("never", nil)}); !Interrupted(err) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestInterleaved runs gnark's after each of the first runs of ours, until either fails.
func TestInterleaved(t *testing.T) {
	failure := errors.New("no")
	var calls []string
	run := func(name string, err error) Timed {
		return func() (time.Duration, error) {
			calls = append(calls, name)
			return time.Millisecond, err
		}
	}
	runs, row := &Interleaved{Runs: 3, GnarkRuns: 1}, results.New("setup", nil)
	err := runs.Run(t.Context(), row, run("ours", nil), run("gnark's", nil))
	want := []string{"ours", "gnark's", "ours", "ours"}
	if err != nil || !slices.Equal(calls, want) || len(row.Times[results.Ours]) != 3 ||
		len(row.Times[results.Gnark]) != 1 {
		t.Errorf("%v: %v, %v", calls, row.Times, err)
	}
	err = runs.Run(t.Context(), row, run("", nil), run("", failure))
	if !errors.Is(err, failure) {
		t.Errorf("gnark's failed: %v", err)
	}
	if err = runs.Run(t.Context(), row, run("", failure), nil); !errors.Is(err, failure) {
		t.Errorf("ours failed: %v", err)
	}
	for _, wrong := range []Interleaved{{0, 0}, {1, 2}, {1, -1}} {
		if err := wrong.Check(); !errors.Is(err, ErrSettings) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
