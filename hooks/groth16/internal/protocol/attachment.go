package protocol

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// attachment is a key that is attached, and what the key looked like when it was.
type attachment[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*copies[P1, P2, E, S]
	team *devices.KeyTeam[*replica[P1, P2, E, S]]
	key  fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [Scheme.Attach] was not given it.
	verifyingKey atomic.Value
	recommended  sync.Once // to give it
	equations    equations[P1, P2, E, S]
}

// Close frees what was loaded.
func (a *attachment[P1, P2, E, S]) Close() error {
	return errors.Join(a.team.Close(), a.Copies.Close())
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare(s.Folder)
		return nil
	})
	tasks.Go(func() error {
		return a.atOnce(func(p site[P1, P2, E, S]) error { return p.prepare(pk, s) })
	})
	if a.verifyingKey.Load() == nil {
		tasks.Go(func() error {
			_, err := a.equations.of(a.Curve, s, pk)
			if errors.Is(err, errUnwritten) {
				return nil // few of the proofs' sums are checked then
			}
			return err
		})
	}
	return tasks.Wait()
}

// recommend says, once for each key that is loaded, what a verifying key would be good for.
func (a *attachment[P1, P2, E, S]) recommend(whole bool) {
	a.recommended.Do(func() {
		message := "proofs are verified in part, for want of a verifying key: WithVerifyingKey"
		if whole {
			message = "proofs are verified by the proving key and the circuit, " +
				"for want of a verifying key: WithVerifyingKey"
		}
		log := logger.Logger()
		log.Info().Msg(message)
	})
}

// equations has the equation of the system that a key was last used with. It is safe for
// concurrent use.
type equations[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	making sync.Mutex // one at a time
	last   atomic.Pointer[known[P1, P2, E, S]]
}

// known is an equation, or why there is none.
type known[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	circuit  system.Circuit
	equation *equation[P1, P2, E, S]
	err      error
}

// ready returns the equation if it is made already; else nil, and false if it has to be made.
func (q *equations[P1, P2, E, S]) ready(
	sys *system.System[E], pk *Key[P1, P2, E],
) (e *equation[P1, P2, E, S], found bool) {
	last := q.last.Load()
	if last == nil || last.circuit != system.CircuitOf(sys.System, pk.Domain.Len()) {
		return nil, false
	}
	return last.equation, true
}

// of returns the equation of a key and its system, or errUnwritten. The first call makes it, in
// about the time of one pass over the system.
func (q *equations[P1, P2, E, S]) of(
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E, S], error) {
	q.making.Lock()
	defer q.making.Unlock()
	if _, found := q.ready(sys, pk); !found {
		k := &known[P1, P2, E, S]{circuit: system.CircuitOf(sys.System, pk.Domain.Len())}
		k.equation, k.err = newEquation[P1, P2, E, S](c, sys, pk)
		q.last.Store(k)
	}
	last := q.last.Load()
	return last.equation, last.err
}
