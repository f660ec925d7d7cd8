package groth16

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Vector is a vector of a key's points that MSMs are over.
type Vector[P, E any] struct {
	Name   string // in errors
	Points []P
	Group  *engine.Group[P, E]
	Bases  *engine.Bases[P, E] // of the points; nil if there are none, or after Close
}

// OnDevice says whether an MSM over the vector leaves the CPU free.
func (v *Vector[P, E]) OnDevice() bool { return v.Bases != nil && v.Bases.OnDevice() }

// MultiExp returns the MSM over as many of the first points as there are scalars. Points that are
// not on the device are sent along.
func (v *Vector[P, E]) MultiExp(scalars []E) (sum P, err error) {
	var s *P
	if v.Bases != nil && len(scalars) <= len(v.Points) {
		s, err = v.Bases.MultiExpRange(0, scalars, ecc.MultiExpConfig{})
	} else {
		s, err = v.Group.MultiExp(v.Points, scalars, ecc.MultiExpConfig{})
	}
	if err != nil {
		return sum, err
	}
	return *s, nil
}

// close waits for the MSMs under way and frees the device's memory.
func (v *Vector[P, E]) close() error {
	bases := v.Bases
	if v.Bases = nil; bases == nil {
		return nil
	}
	return bases.Close()
}

// met is how many of a quotient's n coefficients meet points of Z. They are the first ones. The
// last one of all is zero.
func (v *Vector[P, E]) met(n int) int { return min(n-1, len(v.Points)) }
