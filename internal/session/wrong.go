package session

import (
	"errors"
	"fmt"
)

// ErrWrongProof: proofs made with the device did not verify, again and again.
var ErrWrongProof = fmt.Errorf("%w: proofs made with it do not verify", ErrInvalidResult)

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
