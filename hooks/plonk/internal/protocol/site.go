package protocol

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// site is where proofs with a key are made: one device, a [replica], or several, a [team].
type site[P comparable, E any, S algebra.Scalar[E]] interface {
	// lead is the device that gives the results.
	lead() *replica[P, E, S]
	// prepare has a circuit's polynomials ready for proofs.
	prepare(t *trace[P, E, S]) error
	// follower returns what sends the wires to the site while our solver runs.
	follower(ctx context.Context, pk *Key[P, E]) *session.Follower[E]
	// begin begins a proof of a circuit, which has to be closed. The wires may have been sent
	// ahead.
	begin(
		ctx context.Context, t *trace[P, E, S], ahead *session.Follower[E],
	) (*onSite[P, E, S], error)
}

// onSite is a proof on a site.
type onSite[P comparable, E any, S algebra.Scalar[E]] struct {
	*device.Proof[E, S]
	// start begins sums over points of the key with vectors of the proof; wait waits for them. On
	// [session.ErrOnCPU] the site has the vectors no more.
	start func(over points, v device.Vectors) (wait func() ([]P, error))
	close func() error
}

// near returns the site where a proof begins.
func (a *attachment[P, E, S]) near() (site[P, E, S], error) {
	if t := a.team.Team(); t != nil {
		return team[P, E, S]{t}, nil
	}
	return a.Any()
}

// reserve reserves the place of a proof, from before its witness is solved.
func (s *Solved[K, P, E, S]) reserve() (err error) {
	a := s.attachment
	if s.place, err = devices.Reserve(a.team, a.Copies); err != nil {
		return err
	}
	if s.place.Team != nil {
		s.on(team[P, E, S]{s.place.Team})
	} else {
		s.on(s.place.Copy)
	}
	return nil
}

// inPlace has the proof made where it was reserved, or by a device that is idle by now. Where a
// device fails another one begins anew, and the CPU in the end.
func (s *Solved[K, P, E, S]) inPlace(prove func(site[P, E, S]) error) error {
	at := s.site
	if s.place.Move() {
		at = s.place.Copy
	}
	err := prove(at)
	if !errors.Is(err, session.ErrElsewhere) {
		return err
	}
	s.place.End()
	return s.attachment.Use(func(r *replica[P, E, S]) error { return prove(r) })
}
