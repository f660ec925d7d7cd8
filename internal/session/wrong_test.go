package session

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

const wrongSumsMessage = "sums were wrong and were withheld"

// TestChecked has sums that are wrong no, one or two times.
func TestChecked(t *testing.T) {
	for _, test := range []struct {
		name   string
		strict bool
		errs   []error // of the calls, in order
		want   error
		wrong  uint64
	}{
		{"right", false, []error{nil}, nil, 0},
		{"right, strict", true, []error{nil}, nil, 0},
		{"on the CPU", false, []error{ErrOnCPU}, ErrOnCPU, 0},
		{"closed", true, []error{ErrClosed}, ErrClosed, 0},
		{"once wrong", false, []error{ErrWrongSum, nil}, nil, 3},
		{"once wrong, then closed", false, []error{ErrWrongSum, ErrClosed}, ErrClosed, 3},
		{"twice wrong", false, []error{ErrWrongSum, ErrWrongSum}, ErrOnCPU, 6},
		{"wrong, strict", true, []error{ErrWrongSum}, ErrInvalidResult, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, _, book := open(test.strict)
			calls := 0
			err := e.Checked(&testGroup, 60, 3, func() error {
				calls++
				return test.errs[calls-1]
			})
			if !errors.Is(err, test.want) || calls != len(test.errs) {
				t.Errorf("%v, after %d calls", err, calls)
			}
			if s := e.Statistics(); s.WrongSums != test.wrong {
				t.Errorf("%+v", s)
			}
			lines := book.Lines(t, wrongSumsMessage)
			if logged := len(lines) == 1; logged != (test.wrong > 0) {
				t.Errorf("logged %v", lines)
			} else if logged && (lines[0]["level"] != "warn" || lines[0]["points"] != 60.0 ||
				lines[0]["times"] != float64(test.wrong/3)) {
				t.Errorf("logged %v", lines[0])
			}
		})
	}
}

// TestCheckedLeavesTheDevice that is wrong twice in two calls.
func TestCheckedLeavesTheDevice(t *testing.T) {
	e, _, _ := open(false)
	for call := range 2 {
		if why := e.Unavailable(); why != nil {
			t.Errorf("call %d: the device was left: %v", call, why)
		}
		if err := e.Checked(&testGroup, 20, 1, func() error { return ErrWrongSum }); !onCPU(err) {
			t.Error(err)
		}
	}
	if why := e.Unavailable(); !errors.Is(why, ErrWrongSum) {
		t.Errorf("the device was not left: %v", why)
	}
}

// TestInvalidResultsReload: bases whose sum is no point of the curve are loaded anew.
func TestInvalidResultsReload(t *testing.T) {
	for _, strict := range []bool{false, true} {
		e, backend, _ := open(strict)
		b, err := e.Load(&testGroup, points(10), 0)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			err := sum(b, 0, scalars(10), func(*cuda.Result) error { return ErrInvalidResult })
			if !fellBack(err, strict, ErrInvalidResult) {
				t.Errorf("got %v", err)
			}
		}
		if err := sum(b, 0, scalars(10), accepted); err != nil || backend.reloads != 2 {
			t.Errorf("loaded anew %d times, %v", backend.reloads, err)
		}
	}
}
