package engine

import (
	"errors"
	"fmt"
	"time"
)

// ErrWrongProof: proofs made with the device did not verify, again and again.
var ErrWrongProof = fmt.Errorf("%w: proofs made with it do not verify", ErrInvalidResult)

// ErrWrongMSM: two passes over the same points gave MSMs that contradict each other.
var ErrWrongMSM = fmt.Errorf("%w: two passes over the points contradict each other",
	ErrInvalidResult)

// maxWrong is the number of wrong cases after which a device is left: witnesses whose proofs were
// wrong twice, and calls with wrong MSMs. Before the second time all vectors were loaded anew, and
// no proof between them was right.
const maxWrong = 2

// Strict says whether failures are the caller's.
func (e *Engine) Strict() bool { return e.config.Strict }

// Renew has the tables and vectors that the device keeps made anew. They may be damaged.
func (e *Engine) Renew() error {
	if err := e.life.begin(); err != nil {
		return err
	}
	defer e.life.end()
	if e.Unavailable() != nil {
		return nil
	}
	return e.backend.Renew()
}

// WrongProofs notes n proofs of one witness that did not verify, by the device's fault. A second
// witness with more than one makes the device one that is not used any more.
func (e *Engine) WrongProofs(n int, why error) {
	e.count(func(s *Statistics) { s.WrongProofs += uint64(n) })
	e.logWrongProofs(n, "device", why)
	if n > 1 {
		e.wrongTwice(errors.Join(ErrWrongProof, why))
	}
}

// RightProof notes that a proof verifies: earlier damage on the device is no more.
func (e *Engine) RightProof() { e.count(func(*Statistics) { e.counters.wrongTwice = 0 }) }

// WithheldProof notes a proof that did not verify, by an unknown fault.
func (e *Engine) WithheldProof(why error) {
	e.count(func(s *Statistics) { s.WrongProofs++ })
	e.logWrongProofs(1, "unknown", why)
}

// wrongTwice notes a witness or a call, and leaves the device if due.
func (e *Engine) wrongTwice(err error) {
	var times int
	e.count(func(*Statistics) {
		e.counters.wrongTwice++
		times = e.counters.wrongTwice
	})
	if times < maxWrong {
		return
	}
	err = e.named(err)
	if e.Unavailable() == nil && e.lost.CompareAndSwap(nil, &err) {
		e.logLost(err)
	}
}

// WrongSolution notes n proofs of one witness that did not verify, by the solver's fault.
func (e *Engine) WrongSolution(n int, why error) {
	e.count(func(s *Statistics) { s.WrongSolutions++ })
	e.logWrongProofs(n, "solver", why)
}

// ChecksMSMs says whether callers compute MSMs in two passes and compare them. It does not concern
// the MSMs of proofs, which are verified.
func (e *Engine) ChecksMSMs() bool { return e.config.CheckedMSMs }

// WrongMSMs notes that k MSMs of n scalars in all differ in two passes. That is a failure of the
// device. The points are loaded anew, for damage to them may be why. The error is that of
// [Loaded.MultiExp], and of a strict engine wraps [ErrWrongMSM]. A second call makes the device one
// that is not used any more, unless the engine is strict.
func (l *Loaded) WrongMSMs(n, k int) error {
	if err := l.begin(); err != nil {
		return err
	}
	defer l.end()
	e, t := l.engine, l.msms(n, k)
	e.count(func(s *Statistics) { s.WrongSums += uint64(k) })
	t.fields(e.logger().Warn()).Msg("MSMs were wrong and were withheld")
	if !e.Strict() {
		e.wrongTwice(ErrWrongMSM)
	}
	return e.outcome(t, time.Now(), errors.Join(ErrWrongMSM, l.engine.backend.Reload(l.bases)))
}
