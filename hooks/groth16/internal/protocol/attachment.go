package protocol

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/attached"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// attachment is a key that is attached, and what the key looked like when it was.
type attachment[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	attached.Key[*replica[P1, P2, E, S]]
	key fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [attached.Keys.Attach] was not given it.
	verifyingKey atomic.Value
	recommended  sync.Once // to give it
	equations    equations[P1, P2, E, S]
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
		return a.atOnce(func(at site[P1, P2, E, S]) error { return at.prepare(pk, s) })
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

// atOnce has something done with the key by several devices, if they share it, or else by one.
func (a *attachment[P1, P2, E, S]) atOnce(do func(site[P1, P2, E, S]) error) error {
	return a.AtOnce(func(t *devices.Team[*replica[P1, P2, E, S]]) error {
		return do(site[P1, P2, E, S]{t})
	})
}

// commit returns the sum over the basis of a commitment.
func (a *attachment[P1, P2, E, S]) commit(commitment int, values []E) (sum P1, err error) {
	err = a.atOnce(func(at site[P1, P2, E, S]) (err error) {
		sum, err = at.commit(commitment, values)
		return err
	})
	return sum, err
}

// sumG1 returns a sum over points that the key does not have.
func (a *attachment[P1, P2, E, S]) sumG1(points []P1, scalars []E) (sum P1, err error) {
	err = a.atOnce(func(at site[P1, P2, E, S]) (err error) {
		sum, err = device.SumOver(a.G1.OnEngine(at.lead().engine), points, scalars)
		return err
	})
	return sum, err
}

func (a *attachment[P1, P2, E, S]) sumG2(points []P2, scalars []E) (sum P2, err error) {
	err = a.atOnce(func(at site[P1, P2, E, S]) (err error) {
		sum, err = device.SumOver(a.G2.OnEngine(at.lead().engine), points, scalars)
		return err
	})
	return sum, err
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
