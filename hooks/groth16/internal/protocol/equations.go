package protocol

import (
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
)

// equations has the equation of the system that a key was last used with. It is safe for
// concurrent use.
type equations[P1, P2, E comparable] struct {
	key    fingerprint[P1, P2]
	making sync.Mutex // one at a time
	last   atomic.Pointer[outcome[P1, P2, E]]
}

// equationsOf returns the equations of a key. They stay until the key is released, loaded or not.
func (s *Scheme[P1, P2, E]) equationsOf(pk any) (*equations[P1, P2, E], error) {
	return s.equations.Get(s.Type.Key(pk),
		func(q *equations[P1, P2, E]) bool { return matches(&q.key, s.Key(pk)) },
		func() (*equations[P1, P2, E], error) {
			return &equations[P1, P2, E]{key: fingerprintOf(s.Key(pk))}, nil
		})
}

// outcome is an equation, or why there is none.
type outcome[P1, P2, E comparable] struct {
	circuit  system.Circuit
	equation *equation[P1, P2, E]
	err      error
}

// ready returns the equation if it is made already; else nil, and false if it has to be made.
func (q *equations[P1, P2, E]) ready(
	sys *system.System[E], pk *Key[P1, P2, E],
) (e *equation[P1, P2, E], found bool) {
	last := q.last.Load()
	if last == nil || last.circuit != system.CircuitOf(sys.System, pk.Domain.Len()) {
		return nil, false
	}
	return last.equation, true
}

// of returns the equation of a key and its system, or errUnwritten. The first call makes it, in
// about the time of one pass over the system.
func (q *equations[P1, P2, E]) of(
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E], error) {
	q.making.Lock()
	defer q.making.Unlock()
	if _, found := q.ready(sys, pk); !found {
		k := &outcome[P1, P2, E]{circuit: system.CircuitOf(sys.System, pk.Domain.Len())}
		k.equation, k.err = newEquation(c, sys, pk)
		q.last.Store(k)
	}
	last := q.last.Load()
	return last.equation, last.err
}
