package session

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// ErrWrongSum: two passes over the same points gave sums that contradict each other.
var ErrWrongSum = fmt.Errorf("%w: two passes over the points contradict each other",
	ErrInvalidResult)

// ChecksSums says whether callers compute sums in two passes and compare them. It does not concern
// the sums of proofs, which are verified.
func (e *Engine) ChecksSums() bool { return e.config.CheckedSums }

// Checked calls sums, which computes k sums over n points in all and compares them. It returns
// [ErrWrongSum] if they are wrong. Then Checked has all that stays on the device checked or made
// anew, and calls it once more. The error is its own or, if the sums are wrong again, [ErrOnCPU].
//
// A strict engine has an error that wraps [ErrInvalidResult] instead of a second call.
func (e *Engine) Checked(g *cuda.Group, n, k int, sums func() error) error {
	wrong := sums()
	if !errors.Is(wrong, ErrWrongSum) {
		return wrong
	}
	t := newMSMs(g, n, k)
	renewed := e.Renew()
	if e.Strict() {
		e.wrongSums(t, 1)
		return t.wrap(e.named(wrong))
	}
	if renewed == nil {
		if err := sums(); !errors.Is(err, ErrWrongSum) {
			e.wrongSums(t, 1)
			return err
		}
	}
	e.wrongSums(t, 2)
	return e.leaveToCPU(t, failure)
}

// wrongSums notes that the sums of a call were wrong n times, as [Engine.WrongProofs] does for
// proofs.
func (e *Engine) wrongSums(t task, n int) {
	e.counters.wrong.sums.Add(uint64(n * t.many))
	e.logWrongSums(t, n)
	e.wrongTwice(n, ErrWrongSum)
}
