package protocol

import (
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

func (t team[P1, P2, E, S]) multiExpG1(bases []P1, scalars []E) (P1, error) {
	return sumOfTeam(t.Members, t.lead().G1, (*replica[P1, P2, E, S]).vectorsG1,
		(*replica[P1, P2, E, S]).multiExpG1, bases, scalars)
}

func (t team[P1, P2, E, S]) multiExpG2(bases []P2, scalars []E) (P2, error) {
	return sumOfTeam(t.Members, t.lead().G2, (*replica[P1, P2, E, S]).vectorsG2,
		(*replica[P1, P2, E, S]).multiExpG2, bases, scalars)
}

// sumOfTeam returns the sum over points that the devices of a team have together. The first one
// computes it if there are others among the points.
func sumOfTeam[R, P, E any](
	members []R, g *algebra.Group[P, E], vectors func(R) [][]P,
	sum func(R, []P, []E) (P, error), points []P, scalars []E,
) (total P, err error) {
	if len(scalars) > len(points) {
		return sum(members[0], points, scalars)
	}
	points = points[:len(scalars)]
	var parts []func() (P, error)
	n := 0
	for _, r := range members {
		for _, v := range vectors(r) {
			if from, to := keycache.Overlap(v, points); from < to {
				n += to - from
				parts = append(parts, func() (P, error) {
					return sum(r, points[from:to], scalars[from:to])
				})
			}
		}
	}
	if n != len(points) {
		return sum(members[0], points, scalars)
	}
	sums := make([]P, len(parts))
	var tasks parallel.Tasks
	for k, part := range parts {
		tasks.Go(func() (err error) {
			sums[k], err = part()
			return err
		})
	}
	err = tasks.Wait()
	return g.Sum(sums...), err
}
