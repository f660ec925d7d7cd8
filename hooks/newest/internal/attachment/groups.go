package attachment

import "github.com/gnark-accel/gnark-accel/accel"

// Groups are points in both groups of a curve.
type Groups[P1, P2, E any] struct {
	g1 *Points[P1, E]
	g2 *Points[P2, E]
}

// LoadGroups is [Load] for vectors in G1 and one in G2.
func LoadGroups[P1, P2, E any](
	a *Attached, g1 func(*accel.Engine) *accel.Group[P1, E],
	g2 func(*accel.Engine) *accel.Group[P2, E], in1 [][]P1, in2 []P2,
) (g Groups[P1, P2, E], err error) {
	if g.g2, err = Load(a, g2, in2); err == nil {
		g.g1, err = Load(a, g1, in1...)
	}
	return g, err
}

// MultiExpG1 is [Points.MultiExp] in G1.
func (g *Groups[P1, P2, E]) MultiExpG1(bases []P1, scalars []E) (P1, error) {
	return g.g1.MultiExp(bases, scalars)
}

// MultiExpG2 is [Points.MultiExp] in G2.
func (g *Groups[P1, P2, E]) MultiExpG2(bases []P2, scalars []E) (P2, error) {
	return g.g2.MultiExp(bases, scalars)
}
