package engine

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// TestWrongMSMs: the CPU computes MSMs that are wrong, and the device is left that was wrong in two
// calls. A strict engine has an error each time, and keeps the device.
func TestWrongMSMs(t *testing.T) {
	for _, strict := range []bool{false, true} {
		e, backend, book := open(strict)
		l := load(t, e, 20)
		for call := range 2 {
			if why := e.Unavailable(); why != nil {
				t.Errorf("call %d: the device was left: %v", call, why)
			}
			if err := l.WrongMSMs(60, 3); !fellBack(err, strict, ErrWrongMSM) {
				t.Error(err)
			}
		}
		if left := errors.Is(e.Unavailable(), ErrWrongMSM); left == strict {
			t.Errorf("strict %v: the device was left: %v", strict, left)
		}
		if s := e.Statistics(); s.WrongSums != 6 || s.Failures != 2 || backend.reloads != 2 {
			t.Errorf("loaded anew %d times, %+v", backend.reloads, s)
		}
		lines := book.Entries("MSMs were wrong and were withheld")
		if len(lines) != 2 || lines[0]["level"] != "warn" || lines[0]["points"] != 60.0 {
			t.Errorf("logged %v", lines)
		}
	}
}

// TestInvalidResultsReload: bases whose sum is no point of the curve are loaded anew.
func TestInvalidResultsReload(t *testing.T) {
	for _, strict := range []bool{false, true} {
		e, backend, _ := open(strict)
		b := load(t, e, 10)
		for range 2 {
			err := sum(b, 10, func(*cuda.Result) error { return ErrInvalidResult })
			if !fellBack(err, strict, ErrInvalidResult) {
				t.Errorf("got %v", err)
			}
		}
		if err := sum(b, 10, accepted); err != nil || backend.reloads != 2 {
			t.Errorf("loaded anew %d times, %v", backend.reloads, err)
		}
	}
}
