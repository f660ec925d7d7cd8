package engine

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// PlanMultiples is a dry run of [Group.MultiplesOf] in two groups at once. They have n1 and n2
// scalars.
func PlanMultiples[P1, P2, E any](g1 *Group[P1, E], g2 *Group[P2, E], n1, n2 int) error {
	return g1.compute("multiples of a base", n1+n2, 0, func(w *cuda.Workspace) error {
		if _, _, _, err := g1.roomForMultiples(w, new(P1), n1); err != nil {
			return err
		}
		_, _, _, err := g2.roomForMultiples(w, new(P2), n2)
		return err
	})
}

// PlanDecode is a dry run of [Group.Decode] of n points.
func (g *Group[P, E]) PlanDecode(n int) error {
	if n == 0 {
		return nil
	}
	return g.compute("check of points", n, 0, func(w *cuda.Workspace) error {
		_, _, _, _, err := g.roomForCheck(w, n)
		return err
	})
}
