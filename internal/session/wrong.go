package session

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// ErrWrongProof: proofs made with the device did not verify, again and again.
var ErrWrongProof = fmt.Errorf("%w: proofs made with it do not verify", ErrInvalidResult)

// ErrWrongSum: two passes over the same points gave sums that contradict each other.
var ErrWrongSum = fmt.Errorf("%w: two passes over the points contradict each other",
	ErrInvalidResult)

// mostWrong is the number of witnesses, or of calls for sums, after which a device is left, whose
// results were wrong twice. It was wrong the second time with all vectors loaded anew.
const mostWrong = 2

// Strict says whether failures are the caller's.
func (e *Engine) Strict() bool { return e.config.Strict }

// Renew has the tables and vectors that the device keeps between computations made anew, for they
// may be damaged. Bases are loaded anew if they are.
func (e *Engine) Renew() error {
	if err := e.life.Begin(); err != nil {
		return err
	}
	defer e.life.End()
	if e.Unavailable() != nil {
		return nil
	}
	_, err := e.scrub()
	return errors.Join(err, e.backend.Renew())
}

// WrongProofs notes n proofs of one witness that did not verify, by the device's fault. A second
// witness with more than one makes the device one that is not used any more.
func (e *Engine) WrongProofs(n int, why error) {
	e.counters.wrong.proofs.Add(uint64(n))
	e.logWrongProofs(n, "device", why)
	e.wrongTwice(n, errors.Join(ErrWrongProof, why))
}

// WithheldProof notes a proof that did not verify, where nobody finds out whose fault it was.
func (e *Engine) WithheldProof(why error) {
	e.counters.wrong.proofs.Add(1)
	e.logWrongProofs(1, "unknown", why)
}

// wrongTwice notes a result that was wrong n times, and leaves the device if it is to be left.
func (e *Engine) wrongTwice(n int, err error) {
	if n < 2 || e.counters.wrong.twice.Add(1) < mostWrong {
		return
	}
	err = e.named(err)
	if e.Unavailable() == nil && e.lost.CompareAndSwap(nil, &err) {
		e.logLost(err)
	}
}

// WrongSolution notes n proofs of one witness that did not verify, by the solver's fault.
func (e *Engine) WrongSolution(n int, why error) {
	e.counters.wrong.solutions.Add(1)
	e.logWrongProofs(n, "solver", why)
}

// CountPartlyVerified counts a proof that leaves without having been verified wholly.
func (e *Engine) CountPartlyVerified() { e.counters.partlyVerified.Add(1) }

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
