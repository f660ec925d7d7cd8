package protocol

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// site is where proofs with a key are made: one device, a [replica], or several, a [team].
type site[P1, P2, E comparable, S algebra.Scalar[E]] interface {
	// lead is the device that has all wires, and the quotient.
	lead() *replica[P1, P2, E, S]
	// prepare does ahead what the first proofs of a system do otherwise.
	prepare(pk *Key[P1, P2, E], s *system.System[E]) error
	// follower returns what sends the wires to the site while our solver runs.
	follower(
		ctx context.Context, pk *Key[P1, P2, E], s *system.System[E],
	) (*session.Follower[E], error)
	// begin sends the wires to the site and begins the sums of a proof, which have to be closed.
	begin(in *input[P1, P2, E]) (*sums[P1, P2], error)
	// commit returns the sum over the basis of a commitment.
	commit(commitment int, values []E) (P1, error)
}

func siteOf[P1, P2, E comparable, S algebra.Scalar[E]](
	t *devices.Team[*replica[P1, P2, E, S]], r *replica[P1, P2, E, S],
) site[P1, P2, E, S] {
	if t != nil {
		return team[P1, P2, E, S]{t}
	}
	return r
}

// near returns the site where a proof begins.
func (a *attachment[P1, P2, E, S]) near() (site[P1, P2, E, S], error) {
	if t := a.team.Team(); t != nil {
		return team[P1, P2, E, S]{t}, nil
	}
	return a.Any()
}

// atOnce has something done with the key by a team, if there is one, or else by a device.
func (a *attachment[P1, P2, E, S]) atOnce(do func(site[P1, P2, E, S]) error) error {
	if t := a.team.Team(); t != nil {
		if err := do(team[P1, P2, E, S]{t}); !errors.Is(err, session.ErrElsewhere) {
			return err
		}
	}
	return a.Use(func(r *replica[P1, P2, E, S]) error { return do(r) })
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
		sum, err = multiExp(nil, a.G1.OnEngine(at.lead().engine), points, scalars)
		return err
	})
	return sum, err
}

func (a *attachment[P1, P2, E, S]) sumG2(points []P2, scalars []E) (sum P2, err error) {
	err = a.atOnce(func(at site[P1, P2, E, S]) (err error) {
		sum, err = multiExp(nil, a.G2.OnEngine(at.lead().engine), points, scalars)
		return err
	})
	return sum, err
}
