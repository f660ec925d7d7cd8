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
}

// Close frees what was loaded.
func (a *attachment[P1, P2, E, S]) Close() error {
	return errors.Join(a.team.Close(), a.Copies.Close())
}

// prepare does ahead what the first proofs of a system do otherwise. It does so for the solver and
// on the device.
func (a *attachment[P1, P2, E, S]) prepare(
	pk *Key[P1, P2, E], s *system.System[E], of *equations[P1, P2, E, S],
) error {
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
			_, err := of.of(a.Curve, s, pk)
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
