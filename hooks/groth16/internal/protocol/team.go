package protocol

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// team is the devices that a key is spread over, or none. It is replaced when one of them is lost.
type team[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	curve *Curve[P1, P2, E]
	set   *devices.Set
	key   *device.Key[P1, P2]

	mutex  sync.Mutex // guards the fields below
	now    *devices.Team[*replica[P1, P2, E, S]]
	closed bool
}

// of returns the devices that work, with their shares; nil where the key is not spread.
func (t *team[P1, P2, E, S]) of() *devices.Team[*replica[P1, P2, E, S]] {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.now == nil || t.now.Usable() {
		return t.now
	}
	old := t.now
	if t.load() != nil {
		t.now = nil // copies of the whole key serve
	}
	_ = old.Close() // what fails was logged
	return t.now
}

// load spreads the key, where several devices do better than one. The caller holds mutex.
func (t *team[P1, P2, E, S]) load() (err error) {
	if t.now = nil; t.closed {
		return nil
	}
	layout := t.set.Lay(piecesOf[P1, P2, E](t.key))
	if layout == nil {
		return nil
	}
	t.now, err = devices.NewTeam(t.set, layout,
		func(e *session.Engine, place int) (*replica[P1, P2, E, S], error) {
			return newShare[P1, P2, E, S](t.curve, e, t.key, shareOf(layout, place), t.set)
		})
	if errors.Is(err, session.ErrElsewhere) {
		return nil
	}
	return err
}

// close frees the shares. There is no team afterwards.
func (t *team[P1, P2, E, S]) close() error {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.closed = true
	if t.now == nil {
		return nil
	}
	return t.now.Close()
}

// near returns the replicas that proofs begin on: those of a team, or a copy of the whole key.
func (acc *Accelerator[P1, P2, E, S]) near() ([]*replica[P1, P2, E, S], error) {
	if t := acc.team.of(); t != nil {
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

// useTeam has a proof made by a team, if there is one and it is not better made by one device. It
// returns false if not.
func (acc *Accelerator[P1, P2, E, S]) useTeam(
	prove func([]*replica[P1, P2, E, S]) error,
) (used bool, err error) {
	t := acc.team.of()
	if t == nil {
		return false, nil
	}
	when := devices.IfIdle
	if acc.only(t.Layout) {
		when = devices.Anytime
	}
	done := t.Take(when)
	if done == nil {
		return false, nil
	}
	defer done()
	return true, prove(t.Members)
}

// only says whether all proofs of a key are spread: as the placement says, or for want of room for
// a copy.
func (acc *Accelerator[P1, P2, E, S]) only(l *devices.Layout) bool {
	return !l.Fits || acc.team.set.Placement() == devices.Spread
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
