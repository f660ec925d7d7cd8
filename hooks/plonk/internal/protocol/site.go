package protocol

import (
	"context"

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

type onSite[P comparable, E any, S algebra.Scalar[E]] struct {
	*device.Proof[E, S]
	// start begins sums over points of the key with vectors of the proof; wait waits for them. On
	// [session.ErrOnCPU] the site has the vectors no more.
	start func(over points, v device.Vectors) (wait func() ([]P, error))
	close func() error
}

func siteOf[P comparable, E any, S algebra.Scalar[E]](
	t *devices.Team[*replica[P, E, S]], r *replica[P, E, S],
) site[P, E, S] {
	if t != nil {
		return team[P, E, S]{t}
	}
	return r
}

// near returns the site where a proof begins.
func (a *attachment[P, E, S]) near() (site[P, E, S], error) {
	if t := a.team.Team(); t != nil {
		return team[P, E, S]{t}, nil
	}
	return a.Any()
}
