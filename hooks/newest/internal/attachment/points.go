package attachment

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
)

// Bases are points on an engine.
type Bases[P, E any] interface {
	MultiExpRange(from int, scalars []E, config ecc.MultiExpConfig) (*P, error)
	Close() error
}

// Points are vectors of a key's points on an engine.
type Points[P, E any] struct {
	all []vector[P, E]
	// send computes MSMs over other points.
	send func([]P, []E, ecc.MultiExpConfig) (*P, error)
}

type vector[P, E any] struct {
	points []P
	bases  Bases[P, E]
}

// LoadPoints loads vectors. They must not change before Close.
func LoadPoints[B Bases[P, E], P, E any](
	load func([]P) (B, error), send func([]P, []E, ecc.MultiExpConfig) (*P, error), vectors ...[]P,
) (*Points[P, E], error) {
	v := &Points[P, E]{send: send}
	for _, points := range vectors {
		bases, err := load(points)
		if err != nil {
			return nil, errors.Join(err, v.Close())
		}
		v.all = append(v.all, vector[P, E]{points, bases})
	}
	return v, nil
}

// MultiExp returns the MSM of the scalars and as many of the first points. gnark names points by
// their slice: points in the memory of a vector are on the engine, others are sent along.
func (v *Points[P, E]) MultiExp(points []P, scalars []E) (sum P, err error) {
	if len(scalars) > len(points) {
		return sum, fmt.Errorf("%d scalars for %d points", len(scalars), len(points))
	}
	result, err := v.over(points[:len(scalars)], scalars)
	if err != nil {
		return sum, err
	}
	return *result, nil
}

func (v *Points[P, E]) over(points []P, scalars []E) (*P, error) {
	for _, vector := range v.all {
		if from, ok := keycache.Within(vector.points, points); ok {
			return vector.bases.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
		}
	}
	return v.send(points, scalars, ecc.MultiExpConfig{})
}

// Close waits for the MSMs under way and frees the device's memory.
func (v *Points[P, E]) Close() (err error) {
	for _, vector := range v.all {
		err = errors.Join(err, vector.bases.Close())
	}
	return err
}
