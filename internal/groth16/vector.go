package groth16

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Vector is a vector of a key's points, or a part of one, that sums are over.
type Vector[P, E any] struct {
	Name   string // in errors
	Points []P
	Group  *multiexp.Group[P, E]
	// Bases has the points from the index From on; nil where the key was released.
	Bases *multiexp.Bases[P, E]
	From  int
	// Elsewhere computes a sum over the points that the device failed at, on another device or the
	// CPU. Nil leaves such failures to the caller.
	Elsewhere func(points []P, scalars []E) (*P, error)
}

// Find returns points as a vector. Points that are a part of one of the bases, by the memory they
// lie in, have these; the bases keep that memory alive.
func Find[P, E any](name string, points []P, bases []*multiexp.Bases[P, E],
	group *multiexp.Group[P, E]) Vector[P, E] {
	v := Vector[P, E]{Name: name, Points: points, Group: group}
	for _, b := range bases {
		if from, ok := keycache.Within(b.Points(), points); ok {
			v.Bases, v.From = b, from
			break
		}
	}
	return v
}

// OnDevice says whether a sum over the vector leaves the CPU free.
func (v *Vector[P, E]) OnDevice() bool { return v.Bases != nil && v.Bases.OnDevice() }

// redone says whether a sum that failed is computed elsewhere.
func (v *Vector[P, E]) redone(err error) bool {
	return v.Elsewhere != nil && errors.Is(err, session.ErrElsewhere)
}

// elsewhere computes a sum that failed.
func (v *Vector[P, E]) elsewhere(to *P, scalars []E) error {
	sum, err := v.Elsewhere(v.Points, scalars)
	if err == nil {
		*to = *sum
	}
	return err
}

// MultiExp returns the sum with as many scalars. Points that are not on the device are sent along.
func (v *Vector[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (sum P, err error) {
	var s *P
	if v.Bases != nil && len(scalars) == len(v.Points) {
		s, err = v.Bases.MultiExpRange(v.From, scalars, config)
	} else {
		s, err = v.Group.MultiExp(v.Points, scalars, config)
	}
	if v.redone(err) && len(scalars) <= len(v.Points) {
		s, err = v.Elsewhere(v.Points[:len(scalars)], scalars)
	}
	if err != nil {
		return sum, err
	}
	return *s, nil
}
