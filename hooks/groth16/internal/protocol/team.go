package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// newTeam spreads a key over devices, where several do better than one. It returns nil otherwise.
func newTeam[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], set *devices.Set, key *device.Key[P1, P2],
) (*devices.Team[*replica[P1, P2, E, S]], error) {
	layout := set.Lay(piecesOf[P1, P2, E](key))
	if layout == nil {
		return nil, nil
	}
	return devices.NewTeam(set, layout,
		func(e *session.Engine, place int) (*replica[P1, P2, E, S], error) {
			return newShare[P1, P2, E, S](c, e, key, shareOf(layout, place), set)
		})
}

// near returns the replicas that proofs begin on: those of a team, or a copy of the whole key.
func (acc *Accelerator[P1, P2, E, S]) near() ([]*replica[P1, P2, E, S], error) {
	if t := acc.team.Team(); t != nil {
		return t.Members, nil
	}
	r, err := acc.Any()
	return []*replica[P1, P2, E, S]{r}, err
}

// prepareAll does ahead what the first proofs of a system do otherwise on the devices of a team.
func prepareAll[P1, P2, E comparable, S algebra.Scalar[E]](
	members []*replica[P1, P2, E, S], pk *Key[P1, P2, E], s *system.System[E],
) error {
	var tasks parallel.Tasks
	for _, r := range members {
		tasks.Go(func() error {
			err := r.prepare(pk, s)
			if errors.Is(err, session.ErrElsewhere) { // another device makes the proof
				return nil
			}
			return err
		})
	}
	return tasks.Wait()
}

// sumOfTeam returns the sum over points that the devices of a team have together. It returns false
// if there are others among the points.
func sumOfTeam[R, P, E any](
	members []R, g *algebra.Group[P, E], bases func(R) []*multiexp.Bases[P, E],
	sum func(R, []P, []E) (P, error), points []P, scalars []E,
) (total P, found bool, err error) {
	type part struct {
		r        R
		from, to int // of the points
	}
	var parts []part
	n := 0
	for _, r := range members {
		for _, b := range bases(r) {
			if from, to := keycache.Overlap(b.Points(), points); from < to {
				parts, n = append(parts, part{r, from, to}), n+to-from
			}
		}
	}
	if n != len(points) {
		return total, false, nil
	}
	sums := make([]P, len(parts))
	var tasks parallel.Tasks
	for k, p := range parts {
		tasks.Go(func() (err error) {
			sums[k], err = sum(p.r, points[p.from:p.to], scalars[p.from:p.to])
			return err
		})
	}
	err = tasks.Wait()
	return g.Sum(sums...), true, err
}
