package protocol

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// attachment is a key's accelerator, and what the key looked like when it was made.
type attachment[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Accelerator[P1, P2, E, S]
	key fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [Scheme.Attach] was not given it.
	verifyingKey atomic.Value
	recommended  sync.Once // to give it
	equations    equations[P1, P2, E, S]
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	var tasks parallel.Tasks
	tasks.Go(func() error {
		s.Prepare()
		return nil
	})
	tasks.Go(func() error {
		if t := a.team.Team(); t != nil {
			return prepareAll(t.Members, pk, s)
		}
		return a.Use(func(r *replica[P1, P2, E, S]) error { return r.prepare(pk, s) })
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

// Made are points of a key that a device made, and that wait there for the key to be attached.
type Made = session.Made

// Making calls make with what keeps points on an engine's first device, until make returns. A nil
// engine is [accel.Default].
func Making(engine *accel.Engine, make func(*Made) error) error {
	made := session.NewMade(algebra.Home(engine))
	return errors.Join(make(made), made.Close())
}
