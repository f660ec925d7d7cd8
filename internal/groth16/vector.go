package groth16

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
)

// Vector is a vector of a key's points that sums are over.
type Vector[P, E any] struct {
	Name   string // in errors
	Points []P
	Group  *multiexp.Group[P, E]
	Bases  *multiexp.Bases[P, E] // of the points; nil if there are none, or after Close
}

// OnDevice says whether a sum over the vector leaves the CPU free.
func (v *Vector[P, E]) OnDevice() bool { return v.Bases != nil && v.Bases.OnDevice() }

// MultiExp returns the sum over as many of the first points as there are scalars. Points that are
// not on the device are sent along.
func (v *Vector[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (sum P, err error) {
	var s *P
	if v.Bases != nil && len(scalars) <= len(v.Points) {
		s, err = v.Bases.MultiExpRange(0, scalars, config)
	} else {
		s, err = v.Group.MultiExp(v.Points, scalars, config)
	}
	if err != nil {
		return sum, err
	}
	return *s, nil
}

// SumOver returns a sum over as many of the first points as there are scalars. gnark's prover names
// points by their slice alone: those in the memory of a vector are on the device, and others are
// sent along.
func SumOver[P, E any](
	g *multiexp.Group[P, E], points []P, scalars []E, vectors ...*Vector[P, E],
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
func find[P, E any](vectors []*Vector[P, E], points []P) (v *Vector[P, E], from int) {
	for _, v := range vectors {
		if from, ok := keycache.Within(v.Points, points); ok && v.Bases != nil {
			return v, from
		}
	}
	return nil, 0
}

// close waits for the sums under way and frees the device's memory.
func (v *Vector[P, E]) close() error {
	bases := v.Bases
	if v.Bases = nil; bases == nil {
		return nil
	}
	return bases.Close()
}

// met is the number of the first coefficients of a quotient, out of n, that meet points of Z. The
// last one is zero.
func (v *Vector[P, E]) met(n int) int { return min(n-1, len(v.Points)) }
