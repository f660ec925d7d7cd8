package attachment

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

func TestNilOption(t *testing.T) {
	if _, err := Choose([]Option{nil}); !errors.Is(err, accel.ErrInvalidOption) {
		t.Errorf("got %v", err)
	}
}

// TestWrongResults has computations give a number of wrong results in turn. Each is counted once,
// and right results between two double faults keep the engine in use.
func TestWrongResults(t *testing.T) {
	e, err := accel.Open(accel.WithCheckedSums())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	c, err := Choose([]Option{WithEngine(e)})
	if err != nil {
		t.Fatal(err)
	}
	var counted uint64
	for _, wrong := range []int{0, 1, 2, 0, 2, 1, 2} {
		left := wrong
		err := c.Run("a test's", func(*accel.Engine) error {
			if left > 0 {
				left--
				return Wrong("a test's")
			}
			return nil
		})
		counted += uint64(wrong)
		if n := e.Statistics().WrongProofs; err != nil || n != counted {
			t.Errorf("%d wrong: %v, %d counted, expected %d", wrong, err, n, counted)
		}
	}
	if err := e.Unavailable(); errors.Is(err, accel.ErrInvalidResult) {
		t.Error(err)
	}
}
