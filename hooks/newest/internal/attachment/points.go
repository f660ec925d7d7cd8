package attachment

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Points are vectors of a key's points on an engine.
type Points[P, E any] struct {
	all []vector[P, E]
	on  *accel.Group[P, E]
}

type vector[P, E any] struct {
	points []P
	bases  *accel.Bases[P, E]
}

// Load loads vectors onto the engine. They must not change before Release, which closes them, also
// those beside an error.
func Load[P, E any](
	a *Attached, on func(*accel.Engine) *accel.Group[P, E], vectors ...[]P,
) (*Points[P, E], error) {
	v := &Points[P, E]{on: on(a.choice.Engine)}
	a.points = append(a.points, v)
	for _, points := range vectors {
		bases, err := v.on.Load(points)
		if err != nil {
			return v, err
		}
		v.all = append(v.all, vector[P, E]{points, bases})
	}
	return v, nil
}

// MultiExp returns Σ scalars[i]·bases[i]. There may be more bases than scalars. gnark names points
// by their slice: points in the memory of a vector are on the engine, others are sent along.
func (v *Points[P, E]) MultiExp(bases []P, scalars []E) (sum P, err error) {
	if len(scalars) > len(bases) {
		return sum, fmt.Errorf("%d scalars for %d points", len(scalars), len(bases))
	}
	result, err := v.over(bases[:len(scalars)], scalars)
	if err != nil {
		return sum, err
	}
	return *result, nil
}

func (v *Points[P, E]) over(points []P, scalars []E) (*P, error) {
	for _, vector := range v.all {
		if from, ok := raw.Within(vector.points, points); ok {
			return vector.bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
		}
	}
	return v.on.MultiExp(points, scalars, ecc.MultiExpConfig{})
}

// close waits for the MSMs under way and frees the device's memory.
func (v *Points[P, E]) close() (err error) {
	for _, vector := range v.all {
		err = errors.Join(err, vector.bases.Close())
	}
	return err
}
