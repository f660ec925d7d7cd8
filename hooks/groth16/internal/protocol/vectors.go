package protocol

import (
	"github.com/consensys/gnark-crypto/ecc"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
)

func (r *replica[P1, P2, E, S]) multiExpG1(bases []P1, scalars []E) (P1, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	return multiExp(r.bases.InG1(), r.bases.Z.Group, bases, scalars)
}

func (r *replica[P1, P2, E, S]) multiExpG2(bases []P2, scalars []E) (P2, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	return multiExp([]*device.Vector[P2, E]{&r.bases.B2}, r.bases.B2.Group, bases, scalars)
}

// multiExp returns a sum over points that gnark's prover names by their slice alone. Those of a
// vector of the key are on the device; others are sent along.
func multiExp[P, E any](
	vectors []*device.Vector[P, E], g *multiexp.Group[P, E], points []P, scalars []E,
) (sum P, err error) {
	var result *P
	points = points[:min(len(points), len(scalars))]
	if v, from := find(vectors, points); v != nil && len(points) == len(scalars) {
		result, err = v.Bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
	} else {
		result, err = g.MultiExp(points, scalars, ecc.MultiExpConfig{})
	}
	if err != nil {
		return sum, err
	}
	return *result, nil
}

// find returns the vector in whose memory points lie, and where they begin, or nil.
func find[P, E any](vectors []*device.Vector[P, E], points []P) (v *device.Vector[P, E], from int) {
	for _, v := range vectors {
		if from, ok := keycache.Within(v.Points, points); ok && v.Bases != nil {
			return v, from
		}
	}
	return nil, 0
}
